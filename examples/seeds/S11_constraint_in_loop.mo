// Seed case S11 (Cellier XVI): the circuit of S10 without node potentials; the constraint hides in
// the loop: 17 equations, two loops of 5, one for the variables and one for their derivatives.
// reference: as S10
// simulate: --no-alias --stop-time 1 --tolerance 1e-8
// expect: index = 2
// expect: equations = 17
// expect: states = {iL}
// expect: loops = {5, 5}
// expect: tearing = 2
// expect: stalls = {11, 5}
// expect: corners = 1
// expect: torn = {der(i1), u1}
// expect: colored = {u0, der(u0), der(i1), der(u1), der(uL), u1, uL, u2, i2, i1, der(u2), der(iL), der(i2), der(uC), iC, uC, i0}
// expect: iL(1) = 4.86582880967 +- 1e-4
model S11_constraint_in_loop
  parameter Real R1 = 1, R2 = 2, L = 1, C = 1;
  Real u0, u1, u2, uL, uC, i0, i1, i2, iC;
  Real iL(start = 0, fixed = true);
equation
  u0 = 10;
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uL;
  uC = u1 + u2;
  uL = u2;
  i0 = i1 + iC;
  i1 = i2 + iL;
end S11_constraint_in_loop;
