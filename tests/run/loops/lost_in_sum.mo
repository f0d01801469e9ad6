// Radiation between six walls and a frame whose area is 1e-10 of theirs, with view factors that the
// start finds. Solved for the radiosity of the frame, the sum of what falls on a wall would leave
// noise of it. The numbers: walls of one temperature radiate like a black body, so the frame loses
// 0.8*5.67e-8*(T^4 - 300^4), up to what 1e-9 m2 do to the walls.
model LostInSum
  parameter Integer n = 7;
  parameter Real area[n] = {48, 16, 16, 21, 48, 9, 1e-9};
  parameter Real emissivity[n] = {0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8};
  final parameter Real A[n](each fixed = false);
  final parameter Real F[n, n](each fixed = false);
  final parameter Real k[n](each fixed = false);
  Real J[n](start = A);
  Real G[n](start = A);
  Real T[n];
  Real left "by the frame, for its area";
initial equation
  A = area;
  for i in 1:n loop
    for j in 1:n loop
      F[i, j] = A[j]/sum(A);
    end for;
    k[i] = 1/(5.67e-8*emissivity[i]*A[i]);
  end for;
equation
  for i in 1:n - 1 loop
    T[i] = 300;
  end for;
  T[n] = 310 + 10*time;
  G = -transpose(F)*J;
  for i in 1:n loop
    T[i]^4 = (-J[i] - (1 - emissivity[i])*G[i])*k[i];
  end for;
  left = (-J[n] - G[n])/A[n];
  annotation(experiment(StopTime = 1));
end LostInSum;
// expect: left(0) = 51.493125600000006 +- 1e-7
// expect: left(0.5) = 79.18044435 +- 1e-7
// expect: left(1) = 108.21807360000001 +- 1e-7
