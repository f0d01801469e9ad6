// Machines that run in parallel must not determine the same variable (17).
model ParallelStates
  inner Integer v(start = 0);
  block S
    outer output Integer v;
  equation
    v = previous(v) + 1; // error[E0507]@5: this equation determines a variable that another state, or an equation outside, determines at the same time
  end S;
  S a, b; // a and b belong to two machines
  Integer t = sample(1, Clock(1)) + v;
equation
  initialState(a);
  initialState(b);
end ParallelStates;
