// An exponent that is a whole number is one, however it is written.
// expect: y(0.25) = 0.5625 +- 1e-12
// expect: z(0.25) = -0.421875 +- 1e-12
model PowersOfNegativeNumbers
  Real x = time - 1, y = x^2.0, z = x^3.0;
end PowersOfNegativeNumbers;
