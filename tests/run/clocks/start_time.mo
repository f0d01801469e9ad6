// A clock starts with the simulation [MLS 16.3]: with a start time of 0.5 the ticks are at 0.5, 1.5
// and, shifted by a quarter, 0.75, 1.75. Reference: by hand.
// simulate: --start-time 0.5 --stop-time 2
// expect: a(0.5) = 1 +- 0
// expect: a(1.4) = 1 +- 0
// expect: a(1.6) = 2 +- 0
// expect: b(0.7) = 0 +- 0
// expect: b(0.8) = 1 +- 0
// expect: b(1.8) = 2 +- 0
// expect: t(1.6) = 1.5 +- 1e-12
// expect: v(1.2) = 1 +- 1e-12
// expect: v(1.6) = 1.5 +- 1e-12
model StartTime
  Clock c = Clock(1.0);
  Integer a(start = 0), b(start = 0), k(start = 5);
  Real t, v;
equation
  when c then
    a = previous(a) + 1;
    t = sample(time);
  end when;
  when shiftSample(c, 1, 4) then
    b = previous(b) + 1;
  end when;
  k = previous(k);
  v = min(sample(time, Clock(k, 10)), k);
  annotation(experiment(StartTime = 0.25, StopTime = 1));
end StartTime;
