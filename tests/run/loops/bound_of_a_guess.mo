// The default guess 0 lies outside of the bounds, and the equation is flat there.
// expect: x(end) = 2 +- 1e-9
model BoundOfAGuess
  Real x(start = 0, min = 1);
equation
  x^3 = 8;
end BoundOfAGuess;
