// reference: a = b and a = -b leave only zero
// simulate: --stop-time 2 --intervals 4
// expect: a(2) = 0
// expect: b(2) = 0
model BothSignsAreZero
  Real a, b;
equation
  a = b;
  a = -b;
end BothSignsAreZero;
