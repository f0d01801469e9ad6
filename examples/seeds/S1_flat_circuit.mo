// Seed case S1 (Zimmer, Compiling Modelica): source, resistor, capacitor, ground as 16 equations.
// reference: uC = -10*(1 - exp(-time/(R*C))); signs as in the text, where i flows out of R1
// simulate: --no-alias --stop-time 0.1
// simulate: --stop-time 0.1
// expect: states = {uC}
// expect: loops = {}
// expect: uC(0.1) = -6.32120558829 +- 1e-4
model S1_flat_circuit
  parameter Real R = 100;
  parameter Real C = 1e-3;
  Real uC(start = 0, fixed = true);
  Real uR;
  Real vS1, vS2, vR1, vR2, vC1, vC2, vG;
  Real iS1, iS2, iR1, iR2, iC1, iC2, iG;
equation
  vS2 = vR1;
  iS2 + iR1 = 0;
  vR2 = vC1;
  iR2 + iC1 = 0;
  vC2 = vG;
  vS1 = vG;
  iC2 + iS1 + iG = 0;
  vG = 0;
  iS1 + iS2 = 0;
  vS1 + 10 = vS2;
  uR = R*iR1;
  iR1 + iR2 = 0;
  vR1 + uR = vR2;
  C*der(uC) = iC1;
  iC1 + iC2 = 0;
  vC1 + uC = vC2;
end S1_flat_circuit;
