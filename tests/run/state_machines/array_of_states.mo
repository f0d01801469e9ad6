// 17.1: elements of an array are states, transitions stand in a loop. Each adds its k for two ticks.
//
// simulate: --stop-time 7 --intervals 7
// expect: n(1) = 2
// expect: n(3) = 22
// expect: n(5) = 222
// expect: n(7) = 224
// expect: warning it ticks every second
model ArrayOfStates
  block S
    parameter Integer k = 1;
    outer output Integer n;
  equation
    n = previous(n) + k;
  end S;
  S s[3](k = {1, 10, 100});
  inner Integer n(start = 0);
equation
  initialState(s[1]);
  for i in 1:3 loop
    transition(s[i], s[mod(i, 3) + 1], ticksInState() >= 2, immediate = false);
  end for;
end ArrayOfStates;
