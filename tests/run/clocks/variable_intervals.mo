// Clocks whose interval is computed at their ticks [MLS 16.3]: a counter tells the next interval,
// a Real the one after it; their sub-clocks divide intervals of any length. Reference: by hand.
// simulate: --stop-time 6
// expect: t(0.2) = 0 +- 1e-12
// expect: t(0.31) = 0.3 +- 1e-12
// expect: t(0.71) = 0.7 +- 1e-12
// expect: t(1.21) = 1.2 +- 1e-12
// expect: length(0.1) = 0.2 +- 1e-12
// expect: length(0.4) = 0.3 +- 1e-12
// expect: half(2.4) = -1 +- 0
// expect: half(2.6) = 2.5 +- 1e-12
// expect: half(3.4) = 2.5 +- 1e-12
// expect: half(3.6) = 3.5 +- 1e-12
// expect: tr(0.4) = 0 +- 1e-12
// expect: tr(0.6) = 0.5 +- 1e-12
// expect: tr(1.3) = 1.25 +- 1e-12
// expect: tr(2.3) = 2.25 +- 1e-12
// expect: slow(1.3) = 1.25 +- 1e-12
// expect: slow(2.3) = 1.25 +- 1e-12
model VariableIntervals
  Integer next(start = 2), count(start = 0), counter(start = 2);
  Clock u = Clock(counter, 1), s = shiftSample(u, 3, 2);
  Real t(start = -1), length, half(start = -1), r(start = 0.5), tr(start = -1), slow(start = -1);
equation
  when Clock(next, 10) then
    next = previous(next) + 1;
    t = sample(time);
    length = interval();
  end when;
  when u then
    count = previous(count) + 1;
    counter = if count >= 2 then 1 else previous(counter);
  end when;
  half = sample(time, s);
  when Clock(r) then
    r = previous(r) + 0.25;
    tr = sample(time);
  end when;
  slow = subSample(tr, 2);
end VariableIntervals;
