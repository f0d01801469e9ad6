// 17.3.5: a variable that the active state says nothing about keeps its last value, its start value at first.
//
// simulate: --stop-time 5 --intervals 5
// expect: a(0) = 7
// expect: a(2) = 1
// expect: a(4) = 1
// expect: b(1) = 2
// expect: b(3) = 2
// expect: warning it ticks every second
model LastValueWithoutAState
  block One
    outer output Integer b;
  equation
    b = 2;
  end One;
  block Two
    outer output Integer a;
  equation
    a = 1;
  end Two;
  block Three
  end Three;
  inner Integer a(start = 7), b(start = 0);
  One one;
  Two two;
  Three three;
equation
  initialState(one);
  transition(one, two, ticksInState() >= 2, immediate = false);
  transition(two, three, true, immediate = false);
end LastValueWithoutAState;
