// Seed case S10 (Cellier XVI): RLC with node potentials. The constraint uC = v1 - v0 pulls in the
// equations of u0 and v0: 17 equations, one loop of 5.
// reference: L*iL' = R2*(u0 - R1*iL)/(R1 + R2): iL = u0/R1*(1 - exp(-R1*R2/(L*(R1 + R2))*time))
// for constant u0
// simulate: --no-alias --stop-time 1 --tolerance 1e-8
// expect: index = 2
// expect: equations = 17
// expect: differentiated = 4
// expect: states = {iL}
// expect: loops = {5}
// expect: tearing = 1
// expect: stalls = {5}
// expect: torn = {u1}
// expect: colored = {u0, der(u0), v0, der(v0), v1, der(v1), der(uC), u1, v2, u2, i2, i1, uL, iC, uC, i0, der(iL)}
// expect: iL(1) = 4.86582880967 +- 1e-4
model S10_node_potentials
  parameter Real R1 = 1, R2 = 2, L = 1, C = 1;
  Real u0, u1, u2, uL, uC, v0, v1, v2, i0, i1, i2, iC;
  Real iL(start = 0, fixed = true);
equation
  u0 = 10;
  u0 = v1 - v0;
  u1 = R1*i1;
  u1 = v1 - v2;
  u2 = R2*i2;
  u2 = v2 - v0;
  uL = L*der(iL);
  uL = v2 - v0;
  iC = C*der(uC);
  uC = v1 - v0;
  v0 = 0;
  i0 = i1 + iC;
  i1 = i2 + iL;
end S10_node_potentials;
