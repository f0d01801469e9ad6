// Limits are no equations (4.9.1): where there is no solution between them, the one outside is taken,
// and the variable warned of like any other. x + exp(x) = -1 holds at x = -1.2784645427610738 only.
// expect: x(0) = -1.2784645427610738 +- 1e-9
// expect: warning 'x' is -1.278
model OutsideTheLimits
  Real x(min = 0, start = 1);
equation
  x + exp(x) = -1;
end OutsideTheLimits;
