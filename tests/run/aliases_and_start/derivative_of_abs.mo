// reference: -1, then 1
// simulate: --stop-time 2 --intervals 4
// expect: v(0.5) = -1
// expect: v(2) = 1
model DerivativeOfAbs
  Real x = abs(time - 1);
  Real v = der(x);
end DerivativeOfAbs;
