// Events between inlined steps: the ball is dropped from 1 m, restitution 0.8, and the formula begins
// anew at each impact.
// reference: first impact at sqrt(2/g), then every 2*0.8^k*sqrt(2/g); v after the first 0.8*sqrt(2*g)
// simulate: --stop-time 1.5 --inline bdf --tolerance 1e-8
// simulate: --stop-time 1.5 --inline radau3 --tolerance 1e-8
// simulate: --stop-time 1.5 --inline radau5 --tolerance 1e-8
// simulate: --stop-time 1.5 --inline lobatto4 --tolerance 1e-8
// simulate: --stop-time 1.5 --inline sdirk4 --tolerance 1e-8
// simulate: --stop-time 1.5 --inline trapezoid --tolerance 1e-8
// simulate: --stop-time 1.5 --inline radau5 --step 0.01
// expect: events = 4
// expect: event 1 = 0.451523640985730 +- 1e-6
// expect: event 3 = 1.173961466562900 +- 1e-6
// expect: h(1.5) = 0.402862021820 +- 1e-6
model bouncing
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end bouncing;
