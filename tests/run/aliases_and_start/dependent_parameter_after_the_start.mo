// reference: k = 1.5, x = exp(-3*time)
// simulate: --stop-time 2 --intervals 4
// expect: k = 1.5 +- 1e-9
// expect: x(2) = 0.00247875217 +- 1e-6
model DependentParameterAfterTheStart
  parameter Real k(fixed = false, start = 1);
  parameter Real k2 = 2*k;
  Real x(start = 1, fixed = true);
initial equation
  der(x) = -3;
equation
  der(x) = -k2*x;
end DependentParameterAfterTheStart;
