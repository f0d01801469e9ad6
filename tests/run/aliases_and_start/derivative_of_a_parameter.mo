// reference: der of what is constant is zero; no state
// simulate: --stop-time 2 --intervals 4
// expect: y(2) = 0
// expect: states = {}
model DerivativeOfAParameter
  parameter Real p = 2;
  Real x = p;
  Real y = der(x);
end DerivativeOfAParameter;
