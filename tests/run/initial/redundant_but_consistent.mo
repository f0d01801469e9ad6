// Mass and pressure of a gas are both given, and the temperature too: one condition too many, and it holds.
// p*V = m*R*T: 1e5*0.00287 = 0.01*287*100.
// expect: m(start) = 0.01 +- 1e-12
// expect: T(start) = 100.0 +- 1e-9
model RedundantButConsistent
  Real m, U(nominal = 100), p(start = 1e5, nominal = 1e5), T(start = 100);
equation
  p*0.00287 = m*287*T;
  U = m*700*T;
  der(m) = 0;
  der(U) = 0;
initial equation
  m = 0.01;
  T = 100;
  p = 1e5;
end RedundantButConsistent;
