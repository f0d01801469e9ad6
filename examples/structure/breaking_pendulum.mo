// A ball on a string: at 1 s more string is let go, the ball flies, and is caught when the string is taut again; then it swings on with what is
// left of its speed. With a taut string there are two states, without it four.
//
// Independent: while nothing is caught the energy is constant; at the catch the speed along the string is lost, and counted. In flight the ball is
// on the parabola that begins where the pendulum was at 1 s.
//
// simulate: --stop-time 3 --tolerance 1e-9
// expect: taut(0.5) = 1
// expect: taut(1.1) = 0
// expect: taut(3) = 1
// expect: balance(0.5) = 0 +- 1e-6
// expect: balance(1.2) = 0 +- 1e-6
// expect: balance(3) = 0 +- 1e-6
// expect: parabola(1.2) = 0 +- 1e-7
// expect: length(0.5) = 1 +- 1e-7
// expect: length(3) = 1.5 +- 1e-7
model BreakingPendulum
  parameter Real m = 1, g = 9.81;
  Boolean taut(start = true, fixed = true) annotation(__Tarn(structural = true));
  Integer catches(start = 0, fixed = true);
  Real R = if catches == 0 then 1 else 1.5 "Length of the string";
  Real x(start = sin(1.0)), y(start = -cos(1.0), fixed = true);
  Real vx, vy(start = 0, fixed = true);
  Real F "Force of the string, by its length";
  Real length = sqrt(x^2 + y^2);
  discrete Real lost(start = 0, fixed = true) "Energy that the string took";
  Real balance = m*(vx^2 + vy^2)/2 + m*g*y + lost + m*g*cos(1.0);
  discrete Real at[2](each start = 0, each fixed = true), speed[2](each start = 0, each fixed = true) "When it was let go";
  Real parabola = if taut then 0 else abs(x - at[1] - speed[1]*(time - 1)) + abs(y - at[2] - speed[2]*(time - 1) + g*(time - 1)^2/2);
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x;
  m*der(vy) = -F*y - m*g;
  if taut then
    x^2 + y^2 = R^2;
    when time > 1 then
      taut = false;
      catches = pre(catches);
      at = {x, y};
      speed = {vx, vy};
      lost = pre(lost);
    end when;
  else
    F = 0;
    when length > 1.5 then
      taut = true;
      catches = pre(catches) + 1;
      at = pre(at);
      speed = pre(speed);
      lost = m*(x*vx + y*vy)^2/length^2/2;
      reinit(vx, vx - x*(x*vx + y*vy)/length^2);
      reinit(vy, vy - y*(x*vx + y*vy)/length^2);
    end when;
  end if;
end BreakingPendulum;
