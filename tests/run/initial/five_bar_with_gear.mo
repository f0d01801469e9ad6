// Five bars closed by a gear between two of them, from nothing but zeros and a side. Planted: angles 0.4, 0.9, 1.3.
// expect: a(start) = 0.4 +- 1e-7
// expect: b(start) = 0.9 +- 1e-7
// expect: c(start) = 1.3 +- 1e-7
model FiveBarWithGear
  parameter Real x = 2*cos(0.4) + 3*cos(0.9) - cos(1.3), y = 2*sin(0.4) + 3*sin(0.9) - sin(1.3);
  Real a(start = 0.2), b(start = 0.7), c(start = 1);
equation
  2*cos(a) + 3*cos(b) - cos(c) = x;
  2*sin(a) + 3*sin(b) - sin(c) = y;
  c = a + 0.9;
end FiveBarWithGear;
