// 17.3.1: a delayed transition counts for the state that is active behind the tick: the condition of a state that was left at the same tick is
// forgotten.
//
// simulate: --stop-time 5 --intervals 5
// expect: b.$active(2) = 1
// expect: b.$active(5) = 1
// expect: c.$active(3) = 0
// expect: warning it ticks every second
model ConditionForgotten
  block S
  end S;
  S a, b, c;
  Integer n(start = -1);
equation
  n = previous(n) + 1;
  initialState(a);
  transition(a, b, n == 2, priority = 2);
  transition(a, c, n == 2, immediate = false);
end ConditionForgotten;
