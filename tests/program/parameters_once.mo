// What depends on parameters alone is computed before the run, not in it.
// count in parameters: 1 <- sqrt
// count in derivatives: 0 <- sqrt
// count in derivatives: 1 <- *
model ParametersOnce
  parameter Real k = 4, m = 1;
  parameter Real w = sqrt(k/m);
  Real x(start = 1, fixed = true);
equation
  der(x) = -w*x;
end ParametersOnce;
