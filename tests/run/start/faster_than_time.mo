// Half a year after time zero nothing shorter than some 1e-8 s is told apart. What settles in less has settled with the
// first step, and the run goes on from there.
// reference: z = 1 - exp(-1e9 t), E = 42000 t - 36e-6 z
// simulate: --start-time 13046400 --stop-time 13046401
// simulate: --start-time 13046400 --stop-time 13046401 --method bdf
// expect: z = 1 +- 1e-6
// expect: E = 42000 +- 0.1
model FasterThanTime
  Real z(start = 0, fixed = true), E(start = 0, fixed = true);
equation
  der(z) = 1e9*(1 - z);
  der(E) = 6000*(1 + 6*z);
end FasterThanTime;
