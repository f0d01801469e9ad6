// 17.1: a state machine begins in one state.
model TwoInitialStates
  block A
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end A;
  inner Integer n(start = 0);
  A a, b;
equation
  initialState(a);
  initialState(b); // error[E0420]@3: this state machine has two initial states
  transition(a, b, n > 3);
end TwoInitialStates;
