// 17.3.1: of a delayed transition whose condition held a tick ago and an immediate one the smaller priority number fires.
//
// simulate: --stop-time 4 --intervals 4
// expect: late.$active(3) = 1
// expect: early.$active(3) = 0
// expect: other.$active(3) = 1
// expect: warning it ticks every second
model PrioritiesOfBothKinds
  block S
  end S;
  S a, early, late, b, other, wrong;
  Integer n(start = -1);
equation
  n = previous(n) + 1;
  initialState(a);
  transition(a, late, n == 2, immediate = false, priority = 1);
  transition(a, early, n == 3, priority = 2);
  initialState(b);
  transition(b, wrong, n == 2, immediate = false, priority = 3);
  transition(b, other, n == 3, priority = 2);
end PrioritiesOfBothKinds;
