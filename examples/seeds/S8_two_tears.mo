// Seed case S8 (Cellier, algebraic loops): the loop of S6 torn at i1 and u2, with the equations of
// the first two resistors as residuals. The Jacobian is checked in tests/unit/seed_loops.c.
// reference: [R1, 1; R2*R3, -(R2 + R3)]*[i1; u2] = [u0; 0] by Cramer's rule
// simulate: --no-alias --stop-time 1 --tear i1:2 --tear u2:3
// simulate: --no-alias --stop-time 1 --tear i1:2 --tear u2:3 --loops newton
// expect: loops = {6}
// expect: kinds = {linear}
// expect: tearing = {i1, u2}
// expect: i1(1) = 4.545454545454545 +- 1e-12
// expect: u2(1) = 5.454545454545454 +- 1e-12
// expect: i3(1) = 1.8181818181818181 +- 1e-12
model S8_two_tears
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
end S8_two_tears;
