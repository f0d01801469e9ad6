// A shifted clock ticks later: hold() has the start value until then. Reference: by hand.
// simulate: --stop-time 0.3
// expect: k(0.02) = -7
// expect: k(0.07) = 1
// expect: k(0.17) = 2
model StartBeforeTheFirstTick
  Integer n(start = 0), m(start = -7);
  Integer k = hold(m);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  m = shiftSample(n, 1, 2);
end StartBeforeTheFirstTick;
