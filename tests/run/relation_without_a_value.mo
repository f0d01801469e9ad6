// simulate: --stop-time 10 --tolerance 1e-9
// simulate: --stop-time 10 --tolerance 1e-9 --method radau5
// expect: n(10.0) = 1.2647849 +- 1e-6
// expect: x(10.0) = 0.2524316 +- 1e-6
// expect: y(10.0) = 1 +- 1e-9
// The relation of sqrt(x) has a value where its branch is taken, loses it by the event that leaves the
// branch, and finds it again. x = sqrt(1/2) sin(2 t - pi/4); n is the time with 0 < x < 1/4, worked out
// from the phases asin(sqrt(2)/4) on either side of its zeros.
model RelationWithoutAValue
  Real x(start = -0.5, fixed = true), v(start = 1, fixed = true);
  Real n(start = 0, fixed = true);
  Real y = if x > 0 then (if sqrt(x) > 0.5 then 1 else 2) else 3;
equation
  der(x) = v;
  der(v) = -4*x;
  der(n) = if y > 1.5 and y < 2.5 then 1 else 0;
end RelationWithoutAValue;
