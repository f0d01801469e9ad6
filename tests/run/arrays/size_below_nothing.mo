// simulate: --engine interpret
// simulate: --engine native
// 10.3.3 asks zeros, ones and fill for sizes that are not negative. The n - 1 of an array without
// elements has none, either (refused with --strict: tests/errors/types/negative_size.mo).
// expect: y(1.0) = 3 +- 1e-12
// expect: a(1.0) = 0 +- 0
model SizeBelowNothing
  function total
    input Real u[:], v[:];
    output Real y;
  algorithm
    y := sum(u) + sum(v) + size(u, 1);
  end total;
  parameter Integer n = 0;
  Real y = total(zeros(n - 1), fill(1, 3 - n))*time;
  Real a = sum(fill(time, n - 1, 2)) + size(ones(n - 1), 1);
end SizeBelowNothing;
