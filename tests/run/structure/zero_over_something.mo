// Zero over anything is zero, here a capacitance that does not exist: y is no state.
// The number: y = x = exp(-time).
model ZeroOverSomething
  constant Real tau = 0;
  Real x(start = 1, fixed = true), y, c = tau/(1 + x^2)*exp(x);
equation
  c*der(y) = x - y;
  der(x) = -x;
  annotation(experiment(StopTime = 1));
end ZeroOverSomething;
// expect: states = {x}
// expect: y(1.0) = 0.36787944 +- 1e-5
