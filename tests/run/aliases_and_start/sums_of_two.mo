// Sums in which two terms do not vanish say that these are equal up to the sign, whatever stands beside them and on
// which side: one variable is computed, the others follow. What is equal to itself says nothing about its value.
model SumsOfTwo
  Real u, a, b, c, d, e, f, g;
  Real ground, wire, z[9];
equation
  u = 1 + time;
  0 = a - u + ground;
  b + a = ground;
  wire = -c + wire + ground - b;
  d - (c + ground) = wire;
  e + z[1] + z[2] + z[3] + z[4] + z[5] + z[6] + z[7] + z[8] + z[9] = u;
  ground = f + u;
  g = -(-f - ground);
  ground = 0;
  ground = wire;
  z = fill(ground, 9);
  annotation(experiment(StopTime = 1));
  // expect: blocks = {u}
  // expect: a(1) = 2 +- 1e-12
  // expect: b(1) = -2 +- 1e-12
  // expect: c(1) = 2 +- 1e-12
  // expect: d(1) = 2 +- 1e-12
  // expect: e(1) = 2 +- 1e-12
  // expect: f(1) = -2 +- 1e-12
  // expect: g(1) = -2 +- 1e-12
  // expect: wire(1) = 0 +- 0
end SumsOfTwo;
