// More, Garbow and Hillstrom, Testing Unconstrained Optimization Software (1981), problem 30, ten unknowns, from its standard start. Reference: a general solver (MINPACK).
// expect: x[1](start) = -0.5707221320112252 +- 1e-9
// expect: x[10](start) = -0.4164122575286949 +- 1e-9
model BroydenTridiagonal
  parameter Integer n = 10;
  Real x[n](each start = -1);
equation
  for i in 1:n loop
    (3 - 2*x[i])*x[i] - (if i == 1 then 0 else x[max(i - 1, 1)]) - 2*(if i == n then 0 else x[min(i + 1, n)]) + 1 = 0;
  end for;
end BroydenTridiagonal;
