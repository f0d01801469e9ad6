// Molar volume of a gas near its critical point. Reference: the one real root, by bisection.
// expect: v(start) = 0.0005077982854657932 +- 1e-9
model VanDerWaals
  Real v(start = 5e-4, nominal = 1e-4), p = 50*101325;
equation
  (p + 0.1355/v^2)*(v - 3.201e-5) = 8.314*320;
end VanDerWaals;
