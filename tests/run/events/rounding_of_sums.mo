// What is left of a sum that vanishes is rounding of its terms: K*u - x rests at zero up to 1e-13, also
// when the sum is a variable of its own, and must not switch for that. The root of
// cos(th)^2 + sin(th)^2 is one, so that u = 0.005 and x stays at K*u = 1.
// simulate: --method cvode
// simulate: --method bdf
// simulate: --method ida
// simulate: --method radau5
// simulate: --engine interpret
// simulate: --engine c
// simulate: --dae
// expect: events = 0
// expect: x(end) = 1 +- 1e-9
// expect: y(end) = 1 +- 1e-9
model RoundingOfSums
  parameter Real K = 200, T = 0.02, m = 5;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), th(start = 0, fixed = true);
  Real u, e = K*u - y, far = 2*e;
equation
  der(th) = 377;
  u = 1.005 - sqrt(cos(th)^2 + sin(th)^2);
  T*der(x) = K*u - x;
  T*der(y) = e;
  when x > m and K*u - x < 0 then
    reinit(x, m);
  elsewhen x < -m and K*u - x > 0 then
    reinit(x, -m);
  end when;
  when y > m and far < 0 then
    reinit(y, m);
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.002));
end RoundingOfSums;
