// Start values that nothing fixes are taken, and that is said.
model InitialConditionsMissing
  Real x(start = 2), y(start = 3);
equation
  der(x) = -x;
  der(y) = -y;
end InitialConditionsMissing;
// note[E0511]@0: 2 initial conditions are missing; fixed at the start value: 'x', 'y'
