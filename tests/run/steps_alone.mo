// A variable that is nothing but floor(..) or ceil(..): with x = 5*time, floor(x) is 2 at 0.5, 4 at
// 0.9; the pieces of floor(4*time) have the integral (0 + 1 + 2 + 3)/4.
// expect: f(0.5) = 2
// expect: f(0.9) = 4
// expect: c(0.5) = 3
// expect: g(0.9) = -4
// expect: v[2](0.45) = 4
// expect: v[1](0.45) = 2
// expect: r.a(0.9) = 4
// expect: k(0.9) = 4
// expect: y(0.7) = 3
// expect: s = 1.5 +- 1e-6
// expect: d(0.9) = -4
// expect: m(0.9) = 0.5 +- 1e-9
model StepsAlone
  record R
    Real a, b;
  end R;
  Real x = 5*time, f = floor(x), c, g, v[2] = floor({x, 2*x}), y, d = div(-x, 1), m = mod(x, 1);
  Integer k;
  R r(a = floor(x), b = ceil(x));
  Real s(start = 0, fixed = true);
equation
  c = ceil(x);
  -g = floor(x);
  integer(x) = k;
  der(s) = floor(4*time);
  if time < 0.6 then
    y = floor(x);
  else
    y = floor(x - 0.1);
  end if;
end StepsAlone;
