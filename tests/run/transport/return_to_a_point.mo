// A flow that turns back and turns again exactly where a point of the line is: nothing jumps there,
// whatever flows in is 3*x, so what leaves is 3*(x - 1) from x = 1 on, at time 3 and later. The two
// turns are all the events.
// simulate: --method euler --step 0.125
// simulate: --method euler --step 0.125 --engine interpret
// expect: events = 2
// expect: out1(4) = 1.5 +- 1e-9
// expect: out1(6) = 4.5 +- 1e-9
model ReturnToAPoint
  Real x(start = 0, fixed = true);
  Real out0, out1;
equation
  der(x) = if time < 1 then 0.5 elseif time < 1.5 then -0.5 else 0.5;
  (out0, out1) = spatialDistribution(
    3*x, 0, x, time < 1 or time >= 1.5, initialPoints = {0, 1}, initialValues = {0, 0});
  annotation(experiment(StopTime = 6, Interval = 0.125));
end ReturnToAPoint;
