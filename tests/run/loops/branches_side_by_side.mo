// Two branches that come close to each other: y*z = 2*(x^2 + 1e-4) with z = 2*y. What follows from
// the points before x = 0 lies on the other branch behind it, and solves the loop as well. Reference:
// y = sqrt(x^2 + 1e-4), x = time - 1; the terms with 1e-9 keep the loop from being solved by hand.
// simulate: --intervals 20
// simulate: --intervals 20 --method radau5
// simulate: --intervals 200 --method dopri5
// simulate: --intervals 20 --method bdf --tolerance 1e-4
// expect: y(0.5) = 0.50009999000 +- 1e-6
// expect: y(1.5) = 0.50009999000 +- 1e-6
// expect: y(2.0) = 1.00004999875 +- 1e-6
model BranchesSideBySide
  Real x(start = -1, fixed = true);
  Real y(start = 1), z(start = 2);
equation
  der(x) = 1;
  y*z + 1e-9*y^3*cos(y) = 2*(x^2 + 1e-4);
  z - 2*y = 1e-9*sin(z)*y;
  annotation(experiment(StopTime = 2));
end BranchesSideBySide;
