// More, Garbow and Hillstrom, Testing Unconstrained Optimization Software (1981), problem 1, from its standard start.
// expect: x(start) = 1.0 +- 1e-8
// expect: y(start) = 1.0 +- 1e-8
model Rosenbrock
  Real x(start = -1.2), y(start = 1);
equation
  10*(y - x^2) = 0;
  1 - x = 0;
end Rosenbrock;
