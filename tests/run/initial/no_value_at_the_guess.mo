// The root has no value at the guess nor at zero, and nothing says where it has: other points are tried. Solution: x = 3, u = 1.
// expect: x(start) = 3 +- 1e-9
// expect: u(start) = 1 +- 1e-9
model NoValueAtTheGuess
  Real x, u;
equation
  sqrt(x - 2)*u + x = 4;
  u*x^2 = 9;
end NoValueAtTheGuess;
