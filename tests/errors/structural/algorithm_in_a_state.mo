// 17.3: what a state machine cannot have yet.
model AlgorithmInAState
  block A
    outer output Integer n;
    Integer k(start = 0);
  algorithm // error[E0004]@3: an algorithm in a state of a state machine is not supported yet // error[E0004]@3: an algorithm in a state of a state machine is not supported yet
    k := previous(k) + 1;
  equation
    n = previous(n) + 1;
  end A;
  inner Integer n(start = 0);
  A a, b;
equation
  initialState(a);
  transition(a, b, n > 3);
end AlgorithmInAState;
