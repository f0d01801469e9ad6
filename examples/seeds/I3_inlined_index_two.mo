// Seed case I3 (inline integration, circuit (8.88)), index 2, inlined without index reduction: 12
// equations, one tearing variable. h stands in the denominator of der(uC) and nowhere else.
// reference: Kirchhoff's laws with iL = pre(iL) + h/L*uL give, in place of the misprinted (8.91),
//   i1 = ((L + h*R2)*u0 + R2*L*pre(iL))/(L*(R1 + R2) + h*R1*R2), uC = u0;
// with u0 = 10*sin(t), L = 0.5, R1 = 1, R2 = 2, h = 0.1, iL(0) = 0. uC = 10*sin(0.1) after one step
// and der(uC) = (uC - pre(uC))/h
// simulate: --no-alias --inline backward-euler --direct --step 0.1 --stop-time 0.2 --intervals 2
// expect: index = 2
// expect: equations = 12
// expect: differentiated = 0
// expect: tearing = 1
// expect: i1(0.1) = 0.411078774428116 +- 1e-12
// expect: iL(0.1) = 0.117451078408033 +- 1e-12
// expect: iC(0.1) = 0.0998334166468282 +- 1e-12
// expect: i1(0.2) = 0.887139055278507 +- 1e-12
// expect: iC(0.2) = 0.0988359141482331 +- 1e-12
model I3_inlined_index_two
  parameter Real R1 = 1, R2 = 2, L = 0.5, C = 0.01;
  Real u0, u1, u2, uL, uC, i0, i1, i2, iC;
  Real iL(start = 0, fixed = true);
equation
  u0 = 10*sin(time);
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uL;
  uC = u1 + u2;
  uL = u2;
  i0 = i1 + iC;
  i1 = i2 + iL;
end I3_inlined_index_two;
