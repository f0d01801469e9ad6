// Van der Pol's oscillator with mu = 1e6, the rate from 1 to 2e6; reference: the values of
// [MI03] at time 2, x = 1.706167732170469, v = -0.8928097010248125 (time in units of mu).
// simulate: --tolerance 1e-8 --intervals 20
// expect: x(2) = 1.7061677322 +- 2e-6
// expect: v(2) = -0.8928097010 +- 2e-6
model Stiff
  Real x(start = 2, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  1e-6*der(v) = (1 - x^2)*v - x;
  annotation(experiment(StopTime = 2));
end Stiff;
