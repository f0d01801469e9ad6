// simulate: --method cvode
// simulate: --method dopri5 --intervals 2
// simulate: --method radau5
// x = 1 - time falls below 0.5 at time 0.5, in the middle of a step and between output points: the
// run stops there, with the values there.
// expect: status = 3
// expect: error an assertion failed at time 0.
// expect: error x is 0.5
// expect: x(end) = 0.5 +- 1e-9
model Located
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  assert(x > 0.5, "x is " + String(x));
  annotation(experiment(StopTime = 1, Interval = 0.3));
end Located;
