// A quadratic characteristic is flat at the guess m = 0: the Jacobian there says nothing about m.
// The numbers: m = -2, n = 1 solves both equations.
model FlatGuess
  Real m, n;
equation
  m*abs(m) + n + n^3 = -2;
  2*m*abs(m) - n*exp(n - 1) = -9;
end FlatGuess;
// expect: m = -2 +- 1e-9
// expect: n = 1 +- 1e-9
