// reference: x = -sqrt(4 - 1.5*time)
// simulate: --stop-time 2 --intervals 4
// expect: x(2) = -1 +- 1e-9
model RootKeepsItsBranch
  Real x(start = -1);
  Real a = 4 - 1.5*time;
equation
  x^2 = a;
end RootKeepsItsBranch;
