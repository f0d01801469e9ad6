// Seed case I1 (inline integration, circuit (8.81)): 12 equations with backward Euler inlined, 5 of
// them causal at once, one tearing variable, h in no denominator.
// reference: (8.83), uC = (R1*R2*C*pre(uC) + h*R2*u0)/(R1*R2*C + h*(R1 + R2)), from uC = 0 with
// u0 = 10: three steps of 0.1; iL = pre(iL) + h*u0/L because uL = u0
// simulate: --no-alias --inline backward-euler --step 0.1 --stop-time 0.3 --intervals 3
// expect: equations = 12
// expect: loops = {7}
// expect: kinds = {linear}
// expect: stalls = {7}
// expect: tearing = {uC}
// expect: uC(0.1) = 0.869565217391304 +- 1e-12
// expect: uC(0.2) = 1.625708884688091 +- 1e-12
// expect: uC(0.3) = 2.283225117120079 +- 1e-12
// expect: iL(0.3) = 6 +- 1e-12
// expect: i0(0.1) = 2.913043478260870 +- 1e-12
model I1_inlined_circuit
  parameter Real R1 = 10, R2 = 20, L = 0.5, C = 0.1;
  Real u0, u1, u2, uL, i0, i1, i2, iC;
  Real uC(start = 0, fixed = true), iL(start = 0, fixed = true);
equation
  u0 = 10;
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uC;
  uL = u1 + u2;
  uC = u2;
  i0 = i1 + iL;
  i1 = i2 + iC;
end I1_inlined_circuit;
