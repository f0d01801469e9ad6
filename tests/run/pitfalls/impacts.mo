// A ball from 1 m, restitution 0.8: impacts at sqrt(2/9.81) and later ones by 2*0.8^k of it. Each is
// two events: h < 0 becomes true, and false again.
// expect: event 1 = 0.45152364098573 +- 1e-7
// expect: event 3 = 1.17396146656290 +- 1e-7
// expect: event 5 = 1.75191172702463 +- 1e-7
// expect: n(1.0) = 1
// expect: n(1.5) = 2
model Impacts
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Impacts;
