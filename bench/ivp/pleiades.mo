// Pleiades: seven stars in a plane, near collisions, not stiff [MI03, II-6].
// run: --method radau5 --tolerance 1e-12
// reference: x[1] = 0.3706139143970502
// reference: x[2] = 0.3237284092057233e1
// reference: x[3] = -0.3222559032418324e1
// reference: x[4] = 0.6597091455775310
// reference: x[5] = 0.3425581707156584
// reference: x[6] = 0.1562172101400631e1
// reference: x[7] = -0.7003092922212495
// reference: y[1] = -0.3943437585517392e1
// reference: y[2] = -0.3271380973972550e1
// reference: y[3] = 0.5225081843456543e1
// reference: y[4] = -0.2590612434977470e1
// reference: y[5] = 0.1198213693392275e1
// reference: y[6] = -0.2429682344935824
// reference: y[7] = 0.1091449240428980e1
model Pleiades
  Real x[7](start = {3, 3, -1, -3, 2, -2, 2}, each fixed = true);
  Real y[7](start = {3, -3, 2, 0, 0, -4, 4}, each fixed = true);
  Real vx[7](start = {0, 0, 0, 0, 0, 1.75, -1.5}, each fixed = true);
  Real vy[7](start = {0, 0, 0, -1.25, 1, 0, 0}, each fixed = true);
  Real r3[7, 7] "third power of the distances";
equation
  for i in 1:7 loop
    for j in 1:7 loop
      r3[i, j] = if i == j then 1 else ((x[i] - x[j])^2 + (y[i] - y[j])^2)^1.5;
    end for;
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    der(vx[i]) = sum(j*(x[j] - x[i])/r3[i, j] for j in 1:7);
    der(vy[i]) = sum(j*(y[j] - y[i])/r3[i, j] for j in 1:7);
  end for;
  annotation(experiment(StopTime = 3));
end Pleiades;
