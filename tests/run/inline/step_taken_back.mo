// A pendulum in Cartesian coordinates that turns over, with a loose tolerance: a step ends where its states do not determine the rest,
// and is taken back. The length stays.
// simulate: --inline radau5 --tolerance 1e-3 --stop-time 5
// expect: length(5) = 1 +- 1e-3
// expect: turned(5) = 1
model StepTakenBack
  parameter Real m = 10, g = 9.81, l = 1;
  Real x(start = 0), y(start = -1), vx(start = 7), vy(start = 0);
  Real F;
  Real length = sqrt(x^2 + y^2);
  discrete Real highest(start = -1, fixed = true);
  Integer turned(start = 0, fixed = true);
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
  when y > 0.9 then
    turned = 1;
  end when;
end StepTakenBack;
