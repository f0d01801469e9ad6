// 8.6: one initial condition more than there are states, and it agrees: y = 2 x = k. x = exp(-t).
// expect: x(1.0) = 0.36787944117 +- 1e-5
// expect: y(start) = 2 +- 1e-9
model MoreConditionsThanStates
  parameter Real k = 2;
  Real x(start = 1, fixed = true), y;
initial equation
  y = k;
equation
  der(x) = -x;
  y = 2*x;
end MoreConditionsThanStates;
