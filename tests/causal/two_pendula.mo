// Two pendula in Cartesian coordinates that do not touch: each is of index three, each keeps two states.
// expect: index = 3
// expect: states = 4
// expect: dynamic = 4
model TwoPendula
  model Pendulum
    parameter Real l = 1;
    Real x(start = 0.8), y(start = -0.6), vx, vy, f(start = 1);
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -f*x;
    der(vy) = -f*y - 9.81;
    x^2 + y^2 = l^2;
  end Pendulum;
  Pendulum a, b(l = 1);
end TwoPendula;
