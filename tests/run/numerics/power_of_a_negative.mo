// A power with a whole exponent is a product, also where the base is negative. Reference: x = -time.
// simulate: --stop-time 3
// expect: y(end) = 9 +- 1e-6
// expect: z(end) = -27 +- 1e-5
model PowerOfANegative
  Real x(start = 0, fixed = true);
  Real y = x^2.0, z = x^3.0;
equation
  der(x) = -1;
end PowerOfANegative;
