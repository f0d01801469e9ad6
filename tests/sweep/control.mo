// A plant with a nonlinear loop under a controller that samples it.
model Control
  function friction
    input Real v;
    output Real f;
  protected
    Real s;
  algorithm
    s := 0;
    for i in 1:3 loop
      s := s + v/i;
    end for;
    f := if s > 0 then s else 2*s;
  end friction;
  parameter Real k = 2, Ti = 0.5, Ts = 0.1, goal = 1;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), a, b;
  discrete Real u(start = 0, fixed = true), y(start = 0, fixed = true), e(start = 0, fixed = true);
  Boolean late = time > 2.05;
equation
  der(x) = v;
  der(v) = a;
  a + 0.1*a^3 + b = u - friction(v) - x;
  b + 0.2*b^3 = 0.3*a + (if late then 0.1 else 0);
  when sample(0, Ts) then
    e = goal - x;
    y = pre(y) + Ts/Ti*e;
    u = k*(e + y);
  end when;
  assert(x < 100, "the plant is at " + String(x));
  annotation(experiment(StopTime = 3));
end Control;
