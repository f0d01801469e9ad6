// A bipolar transistor (Ebers and Moll) with four resistors at 10 V. Reference: three nested bisections.
// expect: vb(start) = 1.9016569845252305 +- 1e-8
// expect: ve(start) = 1.2415805713889696 +- 1e-8
// expect: vc(start) = 7.5414246110907595 +- 1e-8
model TransistorBias
  parameter Real Is = 1e-14, Vt = 0.02585, bf = 100, br = 1;
  Real vb, vc, ve, ib, ic;
equation
  ic = Is*(exp((vb - ve)/Vt) - exp((vb - vc)/Vt)) - Is/br*(exp((vb - vc)/Vt) - 1);
  ib = Is/bf*(exp((vb - ve)/Vt) - 1) + Is/br*(exp((vb - vc)/Vt) - 1);
  (10 - vb)/40e3 = vb/10e3 + ib;
  (10 - vc)/2e3 = ic;
  ib + ic = ve/1e3;
end TransistorBias;
