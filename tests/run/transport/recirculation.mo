// A closed ring: what comes out flows in again, so the distribution turns round and is back after
// each second; the outlet does not depend on the inlet of the same instant, there is no loop.
// expect: loops = {}
// expect: out1(0.25) = 0.75 +- 1e-6
// expect: out1(7.25) = 0.75 +- 1e-4
// expect: out1(7.75) = 0.25 +- 1e-4
model Recirculation
  Real x(start = 0, fixed = true), out1;
equation
  der(x) = 1;
  (, out1) = spatialDistribution(out1, 0, x, true, {0, 1}, {0, 1});
  annotation(experiment(StopTime = 8, Interval = 0.05));
end Recirculation;
