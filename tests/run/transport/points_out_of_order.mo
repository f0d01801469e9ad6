// Points that depend on parameters are looked at when the run begins.
// expect: status = 3
// expect: error 'initialPoints' must not decrease
model PointsOutOfOrder
  parameter Real p = 1.5;
  Real x(start = 0, fixed = true), out1;
equation
  der(x) = 1;
  (, out1) = spatialDistribution(0, 0, x, true, {0, p, 1}, {0, 0, 0});
end PointsOutOfOrder;
