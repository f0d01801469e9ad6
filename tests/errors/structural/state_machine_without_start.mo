// Every state machine has one initial state, and transitions from one state have different
// priorities (17.1).
model StateMachineWithoutStart
  block S
  end S;
  S a, b;
  Boolean go = sample(time > 0.5, Clock(1));
equation
  transition(a, b, go); // error[E0420]@3: this state machine has no initial state
end StateMachineWithoutStart;
