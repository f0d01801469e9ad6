// An event at the start time itself, which no step has led to. y(1) is the integral of
// 1/1000 + (1 - 1/1000)*exp(-1000*time).
// simulate:
// simulate: --method cvode
// simulate: --method ida
// simulate: --dae
// simulate: --method radau5
// expect: y(1) = 0.001999 +- 1e-7
model EventBeforeAnyStep
  Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
  Boolean b = sin(x) > 0.5;
  Real z = if 0 < 0.02*time then 1 else 0;
equation
  der(x) = -1000*x + z;
  der(y) = x;
end EventBeforeAnyStep;
