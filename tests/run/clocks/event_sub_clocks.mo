// Sub-clocks of an event clock count its ticks: every third, all but the first two, and back by
// one of these; a sub-clock that is super-sampled again stays a sub-clock. Reference: by hand, the
// condition rises ten times, at 7/12 and 12/12 of each tenth of a second and so on: once a period.
// simulate: --stop-time 1 --intervals 500
// expect: all = 10 +- 0
// expect: third = 4 +- 0
// expect: late = 8 +- 0
// expect: earlier = 9 +- 0
// expect: second = 5 +- 0
// expect: kept = 10 +- 0
// expect: early(0.05) = -1 +- 0
// expect: early(0.07) = 0 +- 0
// expect: early(0.19) = 2 +- 0
// expect: early(0.36) = 4 +- 0
model EventSubClocks
  constant Real pi = 3.141592653589793;
  Clock c = Clock(sin(20*pi*time) < -0.5);
  Clock s = subSample(c, 3), h = shiftSample(c, 2), b = backSample(h, 1);
  Clock q = superSample(subSample(c, 4), 2);
  Integer n(start = 0), ns(start = 0), nh(start = 0), nb(start = 0), nq(start = 0);
  Integer v, w(start = -1), x;
  Integer all = hold(n), third = hold(ns), late = hold(nh), earlier = hold(nb), second = hold(nq);
  Integer kept = hold(v), early = hold(w);
equation
  when c then
    n = previous(n) + 1;
  end when;
  when s then
    ns = previous(ns) + 1;
  end when;
  when h then
    nh = previous(nh) + 1;
  end when;
  when b then
    nb = previous(nb) + 1;
  end when;
  when q then
    nq = previous(nq) + 1;
  end when;
  v = subSample(n, 3);
  x = shiftSample(n, 1);
  w = noClock(x) + min(0, n);
end EventSubClocks;
