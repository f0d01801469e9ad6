// 17: the methods with stages in between are not there for states of state machines.
model SolverInAState
  block S
    Real x(start = 0);
  equation
    der(x) = 1; // error[E0004]: differential equations in a state machine need one of the solver methods
  end S;
  S s;
  Real u = sample(time, Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4")) + s.x;
equation
  initialState(s);
end SolverInAState;
