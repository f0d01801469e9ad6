// Partial derivatives of sums, products and quotients, of variables in one place and in several, in
// divisors and behind functions; the unit test `state_jacobian` holds them against differences.
// reference: at the start by hand, a' = 2 (1 - 3*2) + 4/(1 + 3), b' = -(2 - (3 - 4) 0.5) 1,
// c' = (2 + 3)^2/4 - 1*2*3, d' = sin(1) - 4 - 16
// expect: da(0) = -9 +- 1e-12
// expect: db(0) = -2.5 +- 1e-12
// expect: dc(0) = 0.25 +- 1e-12
// expect: dd(0) = -19.158529015192103 +- 1e-12
model OneWalk
  parameter Real p = 2, q = 0.5;
  Real a(start = 1, fixed = true), b(start = 2, fixed = true);
  Real c(start = 3, fixed = true), d(start = 4, fixed = true);
  Real da = der(a), db = der(b), dc = der(c), dd = der(d);
equation
  der(a) = p*(a - c*b) + d/(a + c);
  der(b) = -(b - (c - d)*q)*a;
  der(c) = (b + c)*(b + c)/d - a*(b*c);
  der(d) = sin(a) - d - d*d;
  annotation(experiment(StopTime = 0.3));
end OneWalk;
