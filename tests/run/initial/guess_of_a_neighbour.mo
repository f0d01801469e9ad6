// The unknowns of the loop have no start values, but y and w, which follow from them, have: where the
// start values alone lead nowhere (the root has no value at x = 0), the loop begins at what goes with
// them. Solution: x = 3, u = 1.
// expect: x(0) = 3 +- 1e-9
// expect: u(0) = 1 +- 1e-9
model GuessOfANeighbour
  Real x;
  Real u;
  Real y(start = 290);
  Real w(start = 1.5);
equation
  y = 100*x;
  w = u + (x - 3)*0.01;
  sqrt(x - 2)*u + x = 4;
  u*x^2 = 9;
end GuessOfANeighbour;
