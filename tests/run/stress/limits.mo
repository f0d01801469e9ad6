// Values outside min and max are warned of, once each, at accepted points; rounding is not.
// reference: x = 2 - time passes its min = 0.5 at time 1.5, y = time its max at 0.5; z decays to 0
// expect: warning 'x' is
// expect: warning below its min = 0.5
// expect: warning 'y' is
// expect: warning above its max = 0.5
// expect: warning 'p' is -1 at time 0, below its min = 0
// expect: x(2) = 0 +- 1e-9
model Limits
  parameter Real p(min = 0) = -1;
  Real x(start = 2, fixed = true, min = 0.5);
  Real y(max = 0.5) = time;
  Real z(start = 1, fixed = true, min = 0);
equation
  der(x) = -1;
  der(z) = -1000*z;
  annotation(experiment(StopTime = 2));
end Limits;
