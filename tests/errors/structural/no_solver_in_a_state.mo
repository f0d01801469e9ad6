// 16.8: a clock without a solver method cannot integrate.
model NoSolverInAState
  block S
    Real x(start = 0);
  equation
    der(x) = 1; // error[E0544]: this clocked partition has differential equations, but its clock has no solver method
  end S;
  S s;
  Real u = sample(time, Clock(1, 10)) + s.x;
equation
  initialState(s);
end NoSolverInAState;
