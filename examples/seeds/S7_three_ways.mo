// Seed case S7 (Cellier, algebraic loops): the loop of S6 by elimination, torn with Newton's method,
// and as a matrix of 6 by 6. The number of auxiliary variables and of Newton steps is checked in
// tests/unit/seed_loops.c.
// reference: i3 = R2/(R1*R2 + R1*R3 + R2*R3)*u0, the others by Ohm's law
// simulate: --no-alias --stop-time 1
// simulate: --no-alias --stop-time 1 --loops newton
// simulate: --no-alias --stop-time 1 --loops matrix
// expect: loops = {6}
// expect: i3(1) = 1.8181818181818181 +- 1e-12
// expect: i2(1) = 2.727272727272727 +- 1e-12
// expect: i1(1) = 4.545454545454545 +- 1e-12
// expect: u3(1) = 5.454545454545454 +- 1e-12
// expect: u2(1) = 5.454545454545454 +- 1e-12
// expect: u1(1) = 4.545454545454545 +- 1e-12
model S7_three_ways
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
end S7_three_ways;
