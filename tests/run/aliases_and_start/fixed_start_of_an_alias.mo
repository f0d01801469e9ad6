// reference: x = 2*exp(-time): the fixed member counts
// simulate: --stop-time 2 --intervals 4
// expect: x(start) = 2
// expect: x(2) = 0.27067056647 +- 1e-5
model FixedStartOfAnAlias
  Real x(start = 1);
  Real y(start = 2, fixed = true);
equation
  x = y;
  der(x) = -x;
end FixedStartOfAnAlias;
