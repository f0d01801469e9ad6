// A size is not negative (10.1), and [n - 1] is that for an empty array. Where nothing looks at the
// array it is taken as empty, with a warning; f is 0 for no elements and sum(x[2:n]) - x[1] else.
//
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: none = 0
// expect: three = 4
// expect: count = 0
// expect: warning dimension 1 of 'rest' is negative: taken as 0
model M
  function f
    input Real x[:];
    output Real y;
    output Integer n_rest;
  protected
    Integer n = size(x, 1);
    Real rest[n - 1, n];
  algorithm
    y := 0;
    n_rest := size(rest, 1);
    if n > 0 then
      for i in 2:n loop
        rest[i - 1, :] := fill(x[i], n);
      end for;
      y := sum(rest[:, 1]) - x[1];
    end if;
  end f;
  parameter Real a[:] = fill(0.0, 0);
  Real none, three;
  Integer count;
equation
  (none, count) = f(time*a);
  three = f({1, 2, 3});
end M;
