// Zero over a parameter that is zero has no value, as any other number over it; a parameter that is
// not zero makes it zero, and decides the structure as before: y is no state.
// The number: y = x = exp(-time).
model ZeroOverParameter
  constant Real tau = 0;
  parameter Real p = 2;
  Real x(start = 1, fixed = true), y, c = tau/p*(1 + x), d = (x - x)/p, e = 3 + d;
equation
  c*der(y) = x - y;
  der(x) = -x;
  annotation(experiment(StopTime = 1));
end ZeroOverParameter;
// expect: states = {x}
// expect: y(1.0) = 0.36787944 +- 1e-5
// expect: d = 0
