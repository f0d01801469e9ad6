// 17.3.4: entered without reset, the machine inside is where it was, with all it had.
//
// simulate: --stop-time 8 --intervals 8
// expect: around.two.$active(4) = 0
// expect: around.two.n(5) = 2
// expect: around.two.n(6) = 3
// expect: around.one.n(8) = 2
// expect: warning it ticks every second
model WithoutResetGoesOn
  block Count
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
  end Count;
  block Around
    Count one, two;
  equation
    initialState(one);
    transition(one, two, ticksInState() >= 2, immediate = false);
  end Around;
  block Rest
  end Rest;
  Around around;
  Rest rest;
  Integer n(start = -1);
equation
  n = previous(n) + 1;
  initialState(around);
  transition(around, rest, n == 4);
  transition(rest, around, n == 6, reset = false);
end WithoutResetGoesOn;
