// Seed case S12 through full turns: Cartesian coordinates, index 3, the two states chosen while it
// turns. reference: energy, here in units of m g l, is kept to 1e-4 over 100 s; at the lowest point
// it is v^2/2 - 1 with v^2 = 49/9.81, above 1, where the pendulum just reaches the top.
// simulate: --tolerance 1e-8 --intervals 1000
// expect: dynamic = 2
// expect: energy(start) = 1.49745158002 +- 1e-9
// expect: energy(50) = 1.49745158 +- 1e-4
// expect: energy(100) = 1.49745158 +- 1e-4
// expect: length(100) = 1 +- 1e-9
// expect: highest(100) = 1 +- 1e-3
model PendulumFullTurns
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
  annotation(experiment(StopTime = 100));
end PendulumFullTurns;
