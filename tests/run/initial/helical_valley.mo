// More, Garbow and Hillstrom, Testing Unconstrained Optimization Software (1981), problem 7, from its standard start.
// expect: x[1](start) = 1.0 +- 1e-8
// expect: x[2](start) = 0.0 +- 1e-8
// expect: x[3](start) = 0.0 +- 1e-8
model HelicalValley
  Real x[3](start = {-1, 0, 0}), theta;
equation
  theta = atan2(x[2], x[1])/(2*3.14159265358979);
  10*(x[3] - 10*theta) = 0;
  10*(sqrt(x[1]^2 + x[2]^2) - 1) = 0;
  x[3] = 0;
end HelicalValley;
