// reference: y(0) = -3: start values change their sign with the alias
// simulate: --stop-time 2 --intervals 4
// expect: y(start) = -3
// expect: x(2) = 0.40600584971 +- 1e-5
model NegativeAlias
  Real x(start = 3, fixed = true, min = 0);
  Real y;
equation
  y = -x;
  der(y) = -y;
end NegativeAlias;
