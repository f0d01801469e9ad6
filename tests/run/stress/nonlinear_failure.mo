// y^2 + y + x = 0 has no real solution once x > 1/4, at time 0.25: y ends at -1/2. The run stops
// there and the message names the equation, the unknown and its value.
// expect: status = 3
// expect: error nonlinear system of 1 unknown
// expect: error y = 
// expect: error exp(
// expect: x(0.2) = 0.2 +- 1e-6
model NonlinearFailure
  Real x(start = 0, fixed = true);
  Real y(start = 1);
equation
  der(x) = 1 + 0*y;
  exp(y) - y + x = 1.25;
  annotation(experiment(StopTime = 1));
end NonlinearFailure;
