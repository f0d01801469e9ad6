// Until t = 1000 something pulls T to where it is, 500 times as fast as a step is long; then it lets
// go, at a kink without an event, and T goes with (t - 1000)^2 / 2e8. Nothing in the matrix of the
// steps before, nor in a first correction by it, tells of that.
// simulate: --tolerance 1e-6 --method radau5
// simulate: --tolerance 1e-7 --method radau5
// simulate: --tolerance 1e-8 --method radau5
// simulate: --tolerance 1e-7 --method radau3
// simulate: --tolerance 1e-7 --method lobatto4
// simulate: --tolerance 1e-7 --method radau5-embedded
// simulate: --tolerance 1e-6 --method bdf
// simulate: --tolerance 3e-7 --method bdf
// simulate: --tolerance 3e-7
// expect: T(2000) = 289.155 +- 3e-4
model PullThatEnds
  Real T(start = 289.15, fixed = true);
equation
  der(T) = 1e-5*(time/1000 - 1) + noEvent(max(0, 289.15 - T));
  annotation(experiment(StopTime = 2000, Interval = 100));
end PullThatEnds;
