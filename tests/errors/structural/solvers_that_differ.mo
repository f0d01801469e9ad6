// 16.8.2: one partition has one solver method.
model SolversDiffer
  Clock a = Clock(Clock(0.1), "ExplicitEuler");
  Clock b = Clock(Clock(0.1), "ImplicitEuler");
  Real x(start = 1), y;
equation
  when a then
    der(x) = -x;
  end when;
  when b then
    y = x; // error[E0544]@5: two different solver methods meet in this clocked partition
  end when;
end SolversDiffer;
