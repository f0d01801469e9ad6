// Seed case S12 (Cellier and Kofman): pendulum in Cartesian coordinates, index 3, 2 states chosen
// while it swings.
// reference: energy is kept; the length stays 1
// simulate: --stop-time 10 --tolerance 1e-8
// expect: index = 3
// expect: states = 2
// expect: dynamic = 2
// expect: energy(10) = 0 +- 1e-3
// expect: length(10) = 1 +- 1e-9
model S12_pendulum
  parameter Real m = 10, g = 9.81, l = 1;
  Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0);
  Real F;
  Real energy = m*(vx^2 + vy^2)/2 + m*g*y;
  Real length = sqrt(x^2 + y^2);
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/l;
  m*der(vy) = -F*y/l - m*g;
  x^2 + y^2 = l^2;
end S12_pendulum;
