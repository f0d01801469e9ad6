// What an event clock samples is the value at which its condition rose, although what is computed
// from it lowers that value in the same event. Reference: by hand, ticks at 1, 2 and 3.
// simulate: --stop-time 3.5
// expect: seen(0.5) = 0 +- 0
// expect: seen(1.5) = 1 +- 1e-6
// expect: seen(3.2) = 1 +- 1e-6
// expect: mark(3.2) = 3 +- 1e-6
model SampleBeforeHold
  Real distance = time - mark;
  Boolean far = distance >= 1;
  Real at(start = 0), mark, step(start = 0), seen;
equation
  at = sample(time, Clock(far));
  mark = hold(at);
  step = sample(distance, Clock(far));
  seen = hold(step);
end SampleBeforeHold;
