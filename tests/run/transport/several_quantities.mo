// The operator over vectors: one line for each element, initial distributions by rows; parameters
// decide about the distribution.
// expect: t[1](0.5) = 0.5 +- 1e-6
// expect: t[2](0.5) = 12 +- 1e-6
// expect: t[1](1.5) = 0.5 +- 1e-6
// expect: t[2](1.5) = 1 +- 1e-6
// expect: s(1.5) = -0.5 +- 1e-6
model SeveralQuantities
  parameter Real level = 12;
  Real x(start = 0, fixed = true), u[2] = {time, 2*time}, s;
  Real t[2];
equation
  der(x) = 1;
  (, t) = spatialDistribution(
    u, {0, 0}, x, x > -1, [0, 1; 0, 1], [0, 1; level, level]);
  (s) = spatialDistribution(0, -time, -x, false, initialValues = {0, 0});
  annotation(experiment(StopTime = 2, Interval = 0.1));
end SeveralQuantities;
