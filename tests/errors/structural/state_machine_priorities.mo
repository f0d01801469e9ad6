// Transitions from one state have different priorities (17.1).
model StateMachinePriorities
  block S
  end S;
  S a, b, c;
  Boolean go = sample(time > 0.5, Clock(1));
equation
  initialState(a);
  transition(a, b, go);
  transition(a, c, go); // error[E0420]@3: transitions from one state must have different priorities
end StateMachinePriorities;
