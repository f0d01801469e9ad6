// reference: two conditions that say the same are one
// simulate: --stop-time 2 --intervals 4
// expect: x(start) = 1
// expect: states = 1
model EqualFixedStarts
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
equation
  x = y;
  der(x) = -x;
end EqualFixedStarts;
