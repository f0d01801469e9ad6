// Immediate transitions leave the state in the tick in which their condition holds; of several the
// one with the smallest priority number fires; a delayed one counts too when its condition held one
// tick ago. Reference: by hand with MLS 17.3.
// simulate: --stop-time 9.5
// expect: where(0.5) = 1 +- 0
// expect: where(2.5) = 1 +- 0
// expect: where(3.5) = 3 +- 0
// expect: where(4.5) = 3 +- 0
// expect: where(5.5) = 1 +- 0
// expect: where(6.5) = 2 +- 0
// expect: where(7.5) = 1 +- 0
// expect: a.n(3.5) = 3 +- 0
// expect: a.n(5.5) = 1 +- 0
// expect: b.n(9.0) = 1 +- 0
model ImmediateAndPriority
  inner Integer where(start = 0);
  block S
    parameter Integer k = 1;
    outer output Integer where;
    Integer n(start = 0);
  equation
    where = k;
    n = previous(n) + 1;
  end S;
  S a(k = 1), b(k = 2), c(k = 3);
  Integer t(start = -1);
equation
  t = previous(t) + sample(1, Clock(1, 1));
  initialState(a);
  transition(a, b, t == 3 or t == 6, priority = 2);
  transition(a, c, t == 3, priority = 1);
  transition(c, a, t == 4, immediate = false);
  transition(b, a, t == 7);
end ImmediateAndPriority;
