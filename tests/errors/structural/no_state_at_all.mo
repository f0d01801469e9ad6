// 17.1: what is asked must be a state.
model NoStateAtAll
  block A
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end A;
  block Plain
    Real x = 1;
  end Plain;
  inner Integer n(start = 0);
  A a, b;
  Plain plain; // error[E0420]@9: activeState is asked about what is no state
  Boolean q = activeState(plain);
equation
  initialState(a);
  transition(a, b, n > 3);
end NoStateAtAll;
