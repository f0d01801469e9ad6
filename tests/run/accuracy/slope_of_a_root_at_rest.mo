// Vessels with flows that go with the root of the difference of two pressures, as in flow_by_roots,
// and a temperature whose loss has an infinite slope where there is none: (max(T - 400, 0))^0.9 is
// at rest below 400 K. That row of df/dx comes from differences; with all of them from differences
// the flows, which bend within 1e-5 Pa, took 27 million steps for 0.45 s.
//
// In the end 0.1 kg/s flow everywhere: each difference of pressures is m^2 = 0.01 Pa (1e-10 in the
// root changes it by 3e-9) and 1000 Pa of weight. The temperature is 300 + 50*exp(-time).
// simulate: --stop-time 10 --method bdf
// expect: steps <= 400
// expect: above = 9000.1 +- 0.1
// expect: m[1] = 0.1 +- 1e-4
// expect: T = 300.0022700 +- 1e-3
model SlopeOfARootAtRest
  function root
    input Real d;
    output Real m;
  algorithm
    m := d/(d^2 + 1e-10)^0.25;
  end root;
  constant Integer n = 10;
  Real p[n](each start = 15e6, each fixed = true, each nominal = 1e5);
  Real T(start = 350, fixed = true);
  Real above = p[1] - 15e6;
  Real m[n + 1];
equation
  m[1] = 0.1;
  for i in 2:n loop
    m[i] = root(p[i - 1] - p[i] - 1000);
  end for;
  m[n + 1] = root(p[n] - 15e6);
  for i in 1:n loop
    der(p[i]) = 1e10*(m[i] - m[i + 1]);
  end for;
  der(T) = 300 - T - 10*(noEvent(max(T - 400, 0)))^0.9;
end SlopeOfARootAtRest;
