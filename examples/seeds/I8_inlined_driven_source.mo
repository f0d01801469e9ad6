// Seed case I8 (the circuit of H8.1, values and places of the elements our own): 13 equations, 15 with
// a formula inlined, nonlinear. All methods with fixed and with controlled step agree with the
// reference within their accuracy.
// reference: classical Runge-Kutta in steps of 2.5 ns, which agrees with steps of 5 ns to 1e-12
// simulate: --inline bdf3 --step 1e-7 --stop-time 5e-5 --intervals 100
// simulate: --inline radau3 --step 5e-7 --stop-time 5e-5 --intervals 100
// simulate: --inline lobatto4 --step 5e-7 --stop-time 5e-5 --intervals 100
// simulate: --inline sdirk4 --step 5e-7 --stop-time 5e-5 --intervals 100
// simulate: --inline radau5 --step 5e-7 --stop-time 5e-5 --intervals 100
// simulate: --inline bdf3 --tolerance 1e-8 --stop-time 5e-5 --intervals 100
// simulate: --inline bdf --tolerance 1e-8 --stop-time 5e-5 --intervals 100
// simulate: --inline radau3 --tolerance 1e-8 --stop-time 5e-5 --intervals 100
// simulate: --inline lobatto4 --tolerance 1e-8 --stop-time 5e-5 --intervals 100
// simulate: --inline sdirk4 --tolerance 1e-8 --stop-time 5e-5 --intervals 100
// simulate: --inline radau5 --tolerance 1e-8 --stop-time 5e-5 --intervals 100
// expect: u3(1e-5) = 4.85481413202 +- 2e-4
// expect: iL(1e-5) = 0.0469265506519 +- 2e-6
// expect: u3(5e-5) = 5.53569308862 +- 1e-5
// expect: iL(5e-5) = 0.0497204991417 +- 5e-7
// expect: iC(5e-5) = 1.08224977958e-06 +- 1e-6
model I8_inlined_driven_source
  parameter Real R1 = 100, R2 = 150, R3 = 200, L = 1e-3, C = 1e-7;
  Real u0, u1, u2, u4, uL, i0, i1, i2, i3, i4, iC(nominal = 0.01);
  Real u3(start = 0, fixed = true), iL(start = 0, fixed = true, nominal = 0.01);
equation
  u0 = 10;
  u1 = R1*i1;
  u2 = R2*i2;
  u3 = R3*i3;
  uL = L*der(iL);
  iC = C*der(u3);
  i4 = 1e-4*u3^3;
  u0 = u1 + u3;
  u0 = uL + u2;
  u3 = u4 + u2;
  i0 = i1 + iL;
  i1 = i3 + iC + i4;
  iL + i4 = i2;
end I8_inlined_driven_source;
