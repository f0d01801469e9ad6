// Elimination in the order of the rows meets a zero: 4 - 2*2. Reference: A*{1, 2, 3} = b.
// expect: x[1](1) = 1 +- 1e-12
// expect: x[2](1) = 2 +- 1e-12
// expect: x[3](1) = 3 +- 1e-12
// expect: y[1](1) = 1 +- 1e-12
// expect: y[3](1) = 3 +- 1e-12
model VanishingPivot
  parameter Real A[3, 3] = {{1, 2, 3}, {2, 4, 1}, {1, 1, 1}};
  parameter Real b[3] = {14, 13, 6};
  Real x[3];
  Real y[3];
equation
  A*x = b;
  {{1, 2, 3}, {2, 4, 1}, {1, 1, 1}}*y = b;
end VanishingPivot;
