// More, Garbow and Hillstrom, Testing Unconstrained Optimization Software (1981), problem 29, ten points, from zeros: every unknown depends on every other. Reference: a general
// solver (MINPACK).
// expect: x[1](start) = -0.04316498251876486 +- 1e-9
// expect: x[6](start) = -0.1698772023127749 +- 1e-9
model IntegralEquation
  parameter Integer n = 10;
  parameter Real h = 1/(n + 1);
  parameter Real t[n] = {i*h for i in 1:n};
  Real x[n], c[n];
equation
  for i in 1:n loop
    c[i] = (x[i] + t[i] + 1)^3;
    x[i] + h*((1 - t[i])*sum(t[1:i].*c[1:i]) + t[i]*sum((ones(n - i) - t[i + 1:n]).*c[i + 1:n]))/2 = 0;
  end for;
end IntegralEquation;
