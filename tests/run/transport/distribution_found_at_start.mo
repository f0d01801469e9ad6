// simulate: --tolerance 1e-8
// simulate: --engine interpret --tolerance 1e-8
// simulate: --engine c --tolerance 1e-8
// simulate: --method ida --dae --tolerance 1e-8
// Initial values that vary are those at the start (3.7.4.2: "only used during initialization"), here
// with w = 2 found from an initial equation: from 2 to 6 along the line, and the second one from 4
// to 1. What comes out at time t < 1 was at 1 - t, afterwards what flowed in as w at t - 1.
// expect: first(0.5) = 4 +- 1e-6
// expect: first(1.5) = 1.2130613194252668 +- 2e-5
// expect: both[2](0.25) = 1.75 +- 1e-6
// expect: both[2](1.5) = 2.4261226388505336 +- 4e-5
model DistributionFoundAtStart
  Real w, x(start = 0, fixed = true), q = 3*w, first, both[2];
initial equation
  w^3 + w = 10;
equation
  der(w) = -w;
  der(x) = 1;
  (, first) = spatialDistribution(w, 0, x, true, {0, 1}, {w, q});
  (, both) = spatialDistribution({w, 2*w}, {0, 0}, x, true, {0, 1}, {{w, q}, {2*w, if x > 0 then 0 else 1}});
  annotation(experiment(StopTime = 2));
end DistributionFoundAtStart;
