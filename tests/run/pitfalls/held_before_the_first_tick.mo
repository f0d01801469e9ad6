// expect: k(0.0) = -7
// expect: k(0.06) = 1
// expect: k(0.16) = 2
model HeldBeforeTheFirstTick
  Integer n(start = 0), m(start = -7), k;
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  m = shiftSample(n, 1, 2);
  k = hold(m);
  annotation(experiment(StopTime = 0.3, Interval = 0.02));
end HeldBeforeTheFirstTick;
