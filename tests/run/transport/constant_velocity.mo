// simulate: --method cvode
// simulate: --engine interpret
// simulate: --engine c
// simulate: --method rk4 --step 0.05
// At constant velocity v the line is a delay of 1/v: out1(t) = sin(10*(t - 0.5)). The states say
// nothing about the input, so the integrator's steps are far too long for it.
// expect: out0(0.3) = 0.14112000805987 +- 2e-5
// expect: out1(0.4) = 0.8 +- 1e-6
// expect: out1(0.7) = 0.90929742682568 +- 2e-5
// expect: out1(1.3) = 0.98935824662338 +- 2e-5
// expect: out1(2.0) = 0.65028784015712 +- 2e-5
// The initial distribution is 1 - xi: at time t the place 1 - 2*t comes out.
// expect: event 1 = 0.5 +- 1e-9
model ConstantVelocity
  Real x(start = 3, fixed = true);
  Real out0, out1;
equation
  der(x) = 2;
  (out0, out1) = spatialDistribution(
    sin(10*time), 0, x, true, initialPoints = {0, 1}, initialValues = {1, 0});
  annotation(experiment(StopTime = 2, Interval = 0.1));
end ConstantVelocity;
