// Seed case I4 (inline integration, circuit (8.81)) with Radau IIA(3) inlined, (8.94): 24 equations,
// 10 of them causal at once, two tearing variables.
// reference: der(uC) = -1.5*(uC - 20/3), so that uC - 20/3 shrinks in each step by the stability
// function (1 + z/3)/(1 - 2*z/3 + z^2/6) of the method at z = -0.15
// simulate: --no-alias --inline radau3 --step 0.1 --stop-time 0.3 --intervals 3
// expect: equations = 24
// expect: loops = {14}
// expect: stalls = {14, 7}
// expect: tearing = 2
// expect: uC(0.1) = 0.928652321630804 +- 1e-12
// expect: uC(0.3) = 2.41589862236604 +- 1e-12
// expect: iL(0.3) = 6 +- 1e-12
model I4_inlined_radau
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
end I4_inlined_radau;
