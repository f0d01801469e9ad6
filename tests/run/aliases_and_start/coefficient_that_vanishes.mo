// reference: i = 10*time/(3 - time)
// simulate: --stop-time 2 --intervals 4
// expect: i(1) = 5 +- 1e-9
// expect: v(1) = 0 +- 1e-9
model CoefficientThatVanishes
  Real i, v;
equation
  (1 - time)*i = v;
  v + 2*i = 10*time;
end CoefficientThatVanishes;
