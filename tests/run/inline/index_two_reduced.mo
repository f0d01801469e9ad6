// The circuit of seed case I3 after index reduction: the same values as without it, where the
// formula is the same; the derivative of the capacitor voltage is exact here.
// reference: the recurrence of examples/seeds/I3_inlined_index_two.mo; iC = C*10*cos(t)
// simulate: --inline backward-euler --step 0.1 --stop-time 0.2 --intervals 2
// expect: index = 2
// expect: i1(0.1) = 0.411078774428116 +- 1e-12
// expect: iL(0.1) = 0.117451078408033 +- 1e-12
// expect: i1(0.2) = 0.887139055278507 +- 1e-12
// expect: iC(0.2) = 0.0980066577841242 +- 1e-12
model index_two_reduced
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
end index_two_reduced;
