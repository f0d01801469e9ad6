// As in more_conditions_than_states.mo, but with 2 x = 3 and x = 1.
// expect: status = 3
// expect: error the initial conditions contradict each other
model ConditionsThatContradict
  parameter Real k = 3;
  Real x(start = 1, fixed = true), y;
initial equation
  y = k;
equation
  der(x) = -x;
  y = 2*x;
end ConditionsThatContradict;
