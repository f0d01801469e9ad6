// The same in an algorithm section: 1 - t falls below 0.5 at t = 0.5.
// simulate: --stop-time 1
// expect: status = 3
// expect: error an assertion failed at time 0.5
model AssertInAlgorithm
  Real x;
algorithm
  x := 1 - abs(time);
  assert(x > 0.5, "x is too small");
end AssertInAlgorithm;
