// The guess 0 is outside the bounds, where the derivative vanishes: it becomes 1.
// expect: x(start) = 2 +- 1e-9
model GuessWithinBounds
  Real x(start = 0, min = 1);
equation
  x^3 = 8;
end GuessWithinBounds;
