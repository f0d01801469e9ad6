// Medical Akzo Nobel: antibodies that enter a tissue, 200 points in space [MI03, II-4].
// The points whose values the source prints and which are not zero to working precision. Left
// out is v[100], printed as 0.61908071460151e-5: CVODE and the methods here agree with each other
// on 0.61908220e-5 as the tolerance falls, and with the print on all other values.
// run: --method radau5 --tolerance 1e-12
// reference: u[40] = 0.2339942217046434e-3
// reference: u[75] = 0.3595616017506735e-3
// reference: u[100] = 0.11737412926802e-3
// reference: u[120] = 0.68600948191191e-11
// reference: v[120] = 0.99999973258552
model MedicalAkzo
  constant Integer N = 200;
  parameter Real k = 100;
  parameter Real c = 4;
  parameter Real dz = 1/N;
  Real u[N](each start = 0, each fixed = true, each nominal = 1e-6);
  Real v[N](each start = 1, each fixed = true, each nominal = 1e-6);
  Real phi;
equation
  phi = if time <= 5 then 2 else 0;
  for j in 1:N loop
    der(u[j]) = 2*(j*dz - 1)^3/c^2*((if j < N then u[min(j + 1, N)] else u[N]) - (if j > 1 then u[max(j - 1, 1)] else phi))/(2*dz)
      + (j*dz - 1)^4/c^2*((if j > 1 then u[max(j - 1, 1)] else phi) - 2*u[j] + (if j < N then u[min(j + 1, N)] else u[N]))/dz^2
      - k*u[j]*v[j];
    der(v[j]) = -k*u[j]*v[j];
  end for;
  annotation(experiment(StopTime = 20));
end MedicalAkzo;
