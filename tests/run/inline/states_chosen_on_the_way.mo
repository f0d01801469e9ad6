// A pendulum in Cartesian coordinates through full turns: an inlined step can end where the states
// chosen at its begin no longer determine the rest, and is taken back when the search for events
// finds no values on the way. reference: energy and length are kept
// simulate: --inline radau5 --tolerance 1e-8 --stop-time 5
// simulate: --inline bdf --tolerance 1e-8 --stop-time 5
// expect: energy(5) = 1.49745158 +- 1e-3
// expect: length(5) = 1 +- 1e-9
// expect: highest(5) = 1 +- 1e-3
model StatesChosenOnTheWay
  parameter Real m = 10, g = 9.81, l = 1;
  Real x(start = 0), y(start = -1), vx(start = 7), vy(start = 0);
  Real F;
  Real energy = (vx^2 + vy^2)/(2*g*l) + y/l;
  Real length = sqrt(x^2 + y^2);
  discrete Real highest(start = -1, fixed = true);
initial equation
  x = 0;
  vx = 7;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/l;
  m*der(vy) = -F*y/l - m*g;
  x^2 + y^2 = l^2;
  when vy < 0 then
    highest = max(pre(highest), y);
  end when;
end StatesChosenOnTheWay;
