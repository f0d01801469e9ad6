// Seed case S5 (Cellier, Tarjan): 12 equations, 12 scalar blocks, no loop, 2 states.
// reference: iL = (1 - cos(time))/L1 for U0 = sin(time)
// simulate: --no-alias --stop-time 1 --tolerance 1e-8
// expect: equations = 12
// expect: unknowns = 12
// expect: blocks = 12
// expect: loops = {}
// expect: stalls = {}
// expect: colored = {U0, v2, uR2, uL, v1, iR2, uR1, iR1, iC, i0, der(iL), der(uC)}
// expect: numbers = {1, 10, 4, 11, 5, 7, 8, 2, 9, 12, 3, 6}
// expect: states = {iL, uC}
// expect: iL(1) = 0.459697694 +- 1e-5
model S5_circuit_without_loop
  parameter Real L1 = 1, R1 = 1, R2 = 1, C1 = 1;
  Real U0, i0, uL, v1, uR1, iR1, v2, iC, uR2, iR2;
  Real iL(start = 0, fixed = true), uC(start = 0, fixed = true);
equation
  U0 = sin(time);
  i0 = iL + iR1;
  uL = U0;
  der(iL) = uL/L1;
  v1 = U0;
  uR1 = v1 - v2;
  iR1 = uR1/R1;
  v2 = uC;
  iC = iR1 - iR2;
  der(uC) = iC/C1;
  uR2 = uC;
  iR2 = uR2/R2;
end S5_circuit_without_loop;
