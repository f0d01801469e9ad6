// The coefficient of i passes through zero at 1: i must not be divided out. Reference: by hand,
// i = 10 t/(3 - t), v = (1 - t) i.
// simulate: --stop-time 2 --intervals 10
// expect: i(1) = 5 +- 1e-9
// expect: v(1) = 0 +- 1e-9
// expect: i(end) = 20 +- 1e-8
model PivotThatVanishesOnTheWay
  Real i, v;
equation
  (1 - time)*i = v;
  v + 2*i = 10*time;
end PivotThatVanishesOnTheWay;
