// Van der Pol's equations are ordinary differential equations: index 0, nothing to sort but two assignments.
// expect: index = 0
// expect: states = {x, y}
// expect: loops = {}
// expect: blocks = 2
// expect: differentiated = 0
model ExplicitEquations
  parameter Real mu = 2;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu*(1 - x^2)*y - x;
end ExplicitEquations;
