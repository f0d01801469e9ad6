// The start of this model is followed from x + y = 4, x - y = 1 to the circle and the hyperbola of
// its equations: x = 2, y = 1.
model path
  parameter Real a = 5;
  parameter Real b = 2;
  Real x(start = 3);
  Real y;
equation
  homotopy(x^2 + y^2 - a, x + y - 4) = 0;
  homotopy(x*y - b, x - y - 1) = 0;
end path;
