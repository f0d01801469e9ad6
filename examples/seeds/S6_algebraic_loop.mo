// Seed case S6, S7 (Cellier, algebraic loops): one linear loop of 6 equations, 1 tearing variable.
// reference: i3 = R2/(R1*R2 + R1*R3 + R2*R3)*u0
// simulate: --no-alias --stop-time 1
// expect: equations = 10
// expect: loops = {6}
// expect: kinds = {linear}
// expect: tearing = 1
// expect: stalls = {6}
// expect: torn = {i1}
// expect: colored = {u0, i1, u1, u3, u2, i2, i3, uL, i0, der(iL)}
// expect: numbers = {1, 3, 6, 7, 10, 9, 2, 4, 5, 8}
// expect: states = {iL}
// expect: i3(1) = 1.81818181818181818 +- 1e-12
model S6_algebraic_loop
  parameter Real R1 = 1, R2 = 2, R3 = 3, L = 1;
  Real u0, u1, u2, u3, uL, i0, i1, i2, i3;
  Real iL(start = 0, fixed = true);
equation
  u0 = 10;
  u1 = R1*i1;
  u2 = R2*i2;
  u3 = R3*i3;
  uL = L*der(iL);
  i0 = i1 + iL;
  i1 = i2 + i3;
  u0 = u1 + u3;
  u3 = u2;
  uL = u1 + u2;
end S6_algebraic_loop;
