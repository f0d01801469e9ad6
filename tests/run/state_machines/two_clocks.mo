// Two machines with clocks of their own. n > 3 at 1.5 s, m > 3 at 0.6 s.
//
// simulate: --stop-time 2
// expect: b.$active(1.45) = 0
// expect: b.$active(1.55) = 1
// expect: d.$active(0.55) = 0
// expect: d.$active(0.65) = 1
model TwoClocks
  block S
  end S;
  S a, b, c, d;
  Integer n(start = 0), m(start = 0);
equation
  when Clock(1, 2) then
    n = previous(n) + 1;
  end when;
  when Clock(1, 5) then
    m = previous(m) + 1;
  end when;
  initialState(a);
  transition(a, b, n > 3);
  transition(b, a, n < 0);
  initialState(c);
  transition(c, d, m > 3);
end TwoClocks;
