// Unknowns that turn by a radian from one output point to the next. Factors of the last point lead
// most of the way, and fresh ones point to the rest: nothing has jumped, and nobody need look for a
// solution nearer by. 25,400 iterations with that. Reference: s = 1, since s*(1 + 0.2*s)^2 = 1.2^2.
// simulate: --intervals 1000
// expect: a(1000) = 0.562379076290703 +- 1e-9
// expect: b(1000) = 0.826879540532003 +- 1e-9
// expect: s(500) = 1 +- 1e-9
// expect: loop iterations <= 9000
model Rotating
  Real phi(start = 0, fixed = true);
  Real a(start = 1), b(start = 0), s = a^2 + b^2;
equation
  der(phi) = 1;
  a + 0.2*s*a = 1.2*cos(phi);
  b + 0.2*s*b = 1.2*sin(phi);
  annotation(experiment(StopTime = 1000));
end Rotating;
