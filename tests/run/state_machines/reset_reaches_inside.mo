// 17.3.3: a reset of a state restarts the machines inside, and every state inside begins anew when it is active the next time, not before.
//
// simulate: --stop-time 9 --intervals 9
// expect: around.two.n(3) = 2
// expect: around.two.n(6) = 2
// expect: around.one.n(6) = 1
// expect: around.one.$active(6) = 1
// expect: around.two.n(7) = 2
// expect: around.two.n(8) = 1
// expect: warning it ticks every second
model ResetReachesInside
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
  transition(rest, around, n == 6, reset = true);
end ResetReachesInside;
