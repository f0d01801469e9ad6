// Chemical Akzo Nobel: two species that react while carbon dioxide is added, index 1 [MI03, II-12].
// run: --method radau5 --tolerance 1e-10
// reference: y1 = 0.1150794920661702
// reference: y2 = 0.1203831471567715e-2
// reference: y3 = 0.1611562887407974
// reference: y4 = 0.3656156421249283e-3
// reference: y5 = 0.1708010885264404e-1
// reference: y6 = 0.4873531310307455e-2
model ChemicalAkzo
  parameter Real k1 = 18.7;
  parameter Real k2 = 0.58;
  parameter Real k3 = 0.09;
  parameter Real k4 = 0.42;
  parameter Real K = 34.4;
  parameter Real klA = 3.3;
  parameter Real Ks = 115.83;
  parameter Real p = 0.9;
  parameter Real H = 737;
  Real y1(start = 0.444, fixed = true, nominal = 0.1);
  Real y2(start = 0.00123, fixed = true, nominal = 1e-3);
  Real y3(start = 0, fixed = true, nominal = 0.1);
  Real y4(start = 0.007, fixed = true, nominal = 1e-4);
  Real y5(start = 0, fixed = true, nominal = 1e-2);
  Real y6, r1, r2, r3, r4, r5, F;
equation
  r1 = k1*y1^4*sqrt(y2);
  r2 = k2*y3*y4;
  r3 = k2/K*y1*y5;
  r4 = k3*y1*y4^2;
  r5 = k4*y6^2*sqrt(y2);
  F = klA*(p/H - y2);
  der(y1) = -2*r1 + r2 - r3 - r4;
  der(y2) = -0.5*r1 - r4 - 0.5*r5 + F;
  der(y3) = r1 - r2 + r3;
  der(y4) = -r2 + r3 - 2*r4;
  der(y5) = r2 - r3 + r5;
  0 = Ks*y1*y4 - y6;
  annotation(experiment(StopTime = 180));
end ChemicalAkzo;
