// Flat beyond one at the guess: 100*x/sqrt(1 + x^2) - y = 0, y = 60. By hand: x = 0.6/0.8.
// expect: x(start) = 0.75 +- 1e-9
model SaturatedGain
  Real x(start = 50), y, z;
equation
  y = 100*x/sqrt(1 + x^2);
  z = y + x - x;
  z = 60;
end SaturatedGain;
