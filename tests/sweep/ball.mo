// A ball that falls from h0 and loses speed at every bounce: parabolas between bounces, which the Runge-Kutta method
// of order four meets exactly, so that values follow from a formula.
model Ball
  parameter Real g = 9.81, e = 0.8, h0 = 1;
  Real h(start = h0, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
  end when;
  assert(e < 1, "it must not gain speed");
  annotation(experiment(StopTime = 1.2));
end Ball;
