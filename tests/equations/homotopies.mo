// homotopy(actual, simplified): the initial system has a form with lambda between the two (3.7.4.4); the simulation has the actual one.
// count: 1 lambda $lambda
// line: y + y^3 = x
// count in equations: 1 (homotopy)
// count in equations: 1 $lambda
model Homotopies
  Real x = time + 1, y(start = 1);
equation
  homotopy(y + y^3, y) = x;
end Homotopies;
