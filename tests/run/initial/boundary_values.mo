// More, Garbow and Hillstrom, Testing Unconstrained Optimization Software (1981), problem 28, ten points, from zeros. Reference: a general solver (MINPACK).
// expect: x[1](start) = -0.04316498251876487 +- 1e-9
// expect: x[5](start) = -0.1599086961819831 +- 1e-9
model BoundaryValues
  parameter Integer n = 10;
  parameter Real h = 1/(n + 1);
  Real x[n];
equation
  for i in 1:n loop
    2*x[i] - (if i == 1 then 0 else x[max(i - 1, 1)]) - (if i == n then 0 else x[min(i + 1, n)]) + h^2*(x[i] + i*h + 1)^3/2 = 0;
  end for;
end BoundaryValues;
