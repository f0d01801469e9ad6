// A trebuchet: locked, then the counterweight turns the arm and the arm the sling, then the sling lets go and the projectile flies. Each phase has
// equations of its own: rest, an arm and a projectile tied by a sling (index 3), two bodies apart.
//
// Independent: the three phases as ordinary differential equations in the angles of arm and sling, each integrated by itself: rest until 0.5 s, Lagrange's
// equations with 20,000 steps a second of the Runge-Kutta method until the sling lets go at 1.3033068564 s, then the parabola. It lands at
// x = -191.192374994.
//
// simulate: --stop-time 10 --tolerance 1e-10
// expect: phase(0.4) = 1
// expect: phase(0.6) = 2
// expect: phase(end) = 3
// expect: x(end) = -191.192374994 +- 1e-6
// expect: balance(0.8) = 0 +- 1e-5
// expect: balance(end) = 0 +- 2e-5
model Trebuchet
  type Phase = enumeration(locked, slinging, free);
  parameter Real a = 1, b = 4, r = 3 "Short arm, long arm, sling";
  parameter Real M = 1000, m = 10, g = 9.81, h = 3 "Height of the axis";
  Phase phase(start = Phase.locked, fixed = true) annotation(__Tarn(structural = true));
  Real th(start = -0.8, fixed = true), w(start = 0) "Angle of the long arm, and its speed";
  Real x(start = b*cos(-0.8) - r, fixed = true), y(start = h + b*sin(-0.8), fixed = true), vx(start = 0), vy(start = 0);
  Real S "Force of the sling, by its length";
  Real tx = b*cos(th), ty = h + b*sin(th) "Tip of the arm";
  Real energy = M*a^2*w^2/2 + m*(vx^2 + vy^2)/2 - M*g*a*sin(th) + m*g*y;
  Real balance = energy - (M*g*a*sin(0.8) + m*g*(h - b*sin(0.8)));
equation
  der(th) = w;
  der(x) = vx;
  der(y) = vy;
  if phase == Phase.locked then
    w = 0;
    vx = 0;
    vy = 0;
    S = 0;
    when time > 0.5 then
      phase = Phase.slinging;
    end when;
  else
    M*a^2*der(w) = M*g*a*cos(th) + S*b*(cos(th)*(y - ty) - sin(th)*(x - tx));
    m*der(vx) = -S*(x - tx);
    m*der(vy) = -S*(y - ty) - m*g;
    if phase == Phase.slinging then
      (x - tx)^2 + (y - ty)^2 = r^2;
      when vx < 0 and vy < 0.9*abs(vx) and th > 1 then
        phase = Phase.free;
      end when;
    else
      S = 0;
      when y < 0 then
        terminate("it has landed");
      end when;
      phase = pre(phase);
    end if;
  end if;
end Trebuchet;
