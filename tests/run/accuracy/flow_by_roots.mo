// Vessels above each other, stiff as a liquid makes them, with flows that go with the root of the
// difference of two pressures. They bend within 1e-5 Pa, where the tolerance of the pressures is
// 15 Pa: Newton's correction leads across the root and back, unless it is shortened, and what
// settles in 1e-10 s limited the steps (over a million of them).
//
// In the end 0.1 kg/s flow everywhere: each difference of pressures is m^2 = 0.01 Pa (1e-10 in the
// root changes it by 3e-9) and 1000 Pa of weight, the last 0.01 Pa above the pressure outside.
// simulate: --stop-time 10
// simulate: --stop-time 10 --method bdf --tolerance 1e-7
// expect: steps <= 300
// expect: above = 9000.1 +- 0.1
// expect: m[1] = 0.1 +- 1e-4
model FlowByRoots
  function root
    input Real d;
    output Real m;
  algorithm
    m := d/(d^2 + 1e-10)^0.25;
  end root;
  constant Integer n = 10;
  Real p[n](each start = 15e6, each fixed = true, each nominal = 1e5);
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
end FlowByRoots;
