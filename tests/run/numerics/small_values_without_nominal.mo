// A charge of nanocoulombs whose nominal value nobody gave. Reference: q = 1e-9 (1 - cos(time)).
// simulate: --stop-time 3.14159265358979 --tolerance 1e-6
// expect: q(end) = 2e-9 +- 2e-13
model SmallValuesWithoutNominal
  Real q(start = 0, fixed = true);
equation
  der(q) = 1e-9*sin(time);
end SmallValuesWithoutNominal;
