// Arrays whose sizes the run decides: slices with bounds that vary, ranges, concatenation, products, transposes and reductions in
// a function, against sums written down: for n = 3 of v = {1, 2, 3, 4, 5}: 1 + 2 + 3 = 6, squares 14, last two 5, outer trace 14,
// {3, 2, 1} * {1, 2, 3} = 10, cat 6 + 3 zeros, max 3, min 1, product 6.
// simulate:
// simulate: --engine interpret
// expect: y[1](end) = 6
// expect: y[2](end) = 14
// expect: y[3](end) = 5
// expect: y[4](end) = 14
// expect: y[5](end) = 10
// expect: y[6](end) = 6
// expect: y[7](end) = 3
// expect: y[8](end) = 1
// expect: y[9](end) = 6
model SizesKnownAtRunTime
  function f
    input Real v[:];
    input Integer n;
    output Real y[9];
  protected
    Real part[:] = v[1:n];
    Real m[n, n];
    Real both[:];
  algorithm
    y[1] := sum(part);
    y[2] := part*part;
    y[3] := sum(v[n - 1:n]);
    m := matrix(part)*transpose(matrix(part));
    y[4] := sum(m[k, k] for k in 1:n);
    y[5] := part[n:-1:1]*part;
    both := cat(1, part, zeros(n));
    y[6] := if size(both, 1) == 2*n then sum(both) else -1;
    y[7] := max(part);
    y[8] := min(part);
    y[9] := product(part);
  end f;
  Integer n(start = 0, fixed = true);
  Real y[9];
equation
  when time > 0.5 then
    n = 3;
  end when;
  y = if n > 0 then f({1, 2, 3, 4, 5}, n) else zeros(9);
  annotation(experiment(StopTime = 1));
end SizesKnownAtRunTime;
