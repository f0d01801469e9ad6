model ClockWithoutSolver
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x + sample(0.0, Clock(1, 10)); // error[E0544]: this clocked partition has differential equations, but its clock has no solver method
  y = hold(x);
end ClockWithoutSolver;
