// simulate: --stop-time 1
// Two equations that a parameter makes parallel: the quotient of the solution is told in the names of the model.
model EqualCoefficients
  parameter Real k = 1;
  Real x, y;
equation
  x + y = 1;  // error[E0702]@3: no consistent start values at time 0: 'x' = inf, 'y' = -inf
  k*x + y = 2;
end EqualCoefficients;
