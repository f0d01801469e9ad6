// Seed case I2 (inline integration, circuit (8.85)), index 1: 11 equations with backward Euler
// inlined; the loop of the circuit is the only one, so that its solution does not depend on h.
// reference: (8.87), i1 = (R2 + R3)/(R1*R2 + R1*R3 + R2*R3)*u0
// simulate: --no-alias --inline backward-euler --step 0.1 --stop-time 1 --intervals 10
// simulate: --no-alias --inline backward-euler --step 0.001 --stop-time 1 --intervals 10
// expect: equations = 11
// expect: loops = {6}
// expect: tearing = 1
// expect: i1(0.1) = 4.545454545454545 +- 1e-12
// expect: i1(end) = 4.545454545454545 +- 1e-12
// expect: iL(1) = 10 +- 1e-9
model I2_inlined_loop
  parameter Real R1 = 1, R2 = 2, R3 = 3, L = 1;
  Real u0, u1, u2, u3, uL, i0, i1, i2, i3;
  Real iL(start = 0, fixed = true);
equation
  u0 = 10;
  u1 = R1*i1;
  u2 = R2*i2;
  u3 = R3*i3;
  uL = L*der(iL);
  u0 = u1 + u3;
  uL = u1 + u2;
  u3 = u2;
  i0 = i1 + iL;
  i1 = i2 + i3;
end I2_inlined_loop;
