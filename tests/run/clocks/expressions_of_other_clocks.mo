// An expression that goes to another clock is a variable of its own clock [MLS 16.7.1]: between
// the ticks there it stays what it was. Reference: by hand.
// simulate: --stop-time 3.4
// expect: past(1.2) = 0 +- 0
// expect: past(1.7) = 0 +- 0
// expect: past(2.7) = 1 +- 0
// expect: seen(1.7) = 1 +- 1e-12
// expect: seen(2.3) = 2 +- 1e-12
// expect: first(0.7) = 1 +- 0
// expect: first(1.7) = 0 +- 0
// expect: long(1.7) = 1 +- 1e-12
// expect: behind(0.2) = 6 +- 0
// expect: behind(0.3) = 6 +- 0
// expect: behind(1.3) = 9 +- 0
// expect: behind(2.3) = 10 +- 0
model ExpressionsOfOtherClocks
  Clock c = Clock(1, 1);
  Real u(start = 0), past, seen, long, first;
  Integer n(start = 9), s(start = 6), behind;
equation
  u = sample(time, c);
  past = superSample(previous(u), 2);
  seen = superSample(sample(time, c), 2);
  first = superSample(if firstTick(u) then 1 else 0, 2);
  long = superSample(interval(u), 2);
  n = previous(n) + sample(1, c);
  s = shiftSample(previous(n), 1, 4);
  behind = backSample(s, 1, 4);
end ExpressionsOfOtherClocks;
