// check: --strict
model DistributionArguments
  parameter Real p = 0.5;
  Real x(start = 0, fixed = true), u[2] = {time, time}, a, b, c, d, e, f, g, v[2];
equation
  der(x) = 1;
  (, a) = spatialDistribution(0, 0, x, true, {0.1, 1}, {0, 0}); // error[E0308]: 'spatialDistribution': 'initialPoints' must begin with 0
  (, b) = spatialDistribution(0, 0, x, true, {0, 0.9}, {0, 0}); // error[E0308]: 'spatialDistribution': 'initialPoints' must end with 1
  (, c) = spatialDistribution(0, 0, x, true, {0, 0.7, 0.6, 1}, {0, 0, 0, 0}); // error[E0308]: 'spatialDistribution': 'initialPoints' must not decrease
  (, d) = spatialDistribution(0, 0, x, true, {0, p, 1}, {0, 0}); // error[E0308]: 'spatialDistribution': 'initialPoints' and 'initialValues' must have the same size
  (, e) = spatialDistribution(0, 0, x, x, {0, 1}, {0, 0}); // error[E0301]: the argument 'positiveVelocity' of 'spatialDistribution' cannot be of type 'Real'
  (, f) = spatialDistribution(0, 0, x, true, {0, 1}, {0, x}); // error[E0304]: initialValues must be a parameter expression
  (, v) = spatialDistribution(u, {0}, x, true); // error[E0308]: 'spatialDistribution': 'in0' and 'in1' must have the same size
  g = 0;
end DistributionArguments;
