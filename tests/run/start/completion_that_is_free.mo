// What completes the start must not be determined already: x[1] = 5, and with a = x[2] + x[5] the
// conditions say a + x[3] + x[4] = -7, a - x[3] - x[4] = -1 and a + 2*x[3] = -8, so that a = -4,
// x[3] = -2 and x[4] = -1. One condition is missing, for x[2] or x[5]. The dynamics are unstable:
// what runs away along them is no start. y and z have a rank of one less than their conditions by
// count, and what is left over says z = 3.
// simulate: --stop-time 0
// expect: x[1](0.0) = 5 +- 1e-9
// expect: x[3](0.0) = -2 +- 1e-9
// expect: x[4](0.0) = -1 +- 1e-9
// expect: a(0.0) = -4 +- 1e-9
// expect: y(0.0) = 4 +- 1e-9
// expect: z(0.0) = 3 +- 1e-9
model CompletionThatIsFree
  Real x[5](start = {0, 3, 1, 3, 3}), a = x[2] + x[5], s;
  Real y(start = 1), z(start = 1), t;
equation
  der(x[1]) = x[1] + x[3] - 1;
  der(x[2]) = 2*x[1] + x[2] - x[3] - x[4] + x[5] - 3;
  der(x[3]) = x[2] - x[4] + 2;
  der(x[4]) = x[1] + 2*x[2];
  der(x[5]) = -x[1] + 2*x[2] + 2*x[4] + 2*x[5] - 1;
  s = sum(x);
  der(y) = -y;
  der(z) = -z;
  t = 2.2*z + 0.3*y;
initial equation
  der(x[2]) = 6;
  s = -2;
  x[2] + 2*x[3] + x[5] = -8;
  0.5*x[1] + 0.25*x[1] = 3.75;
  s = -2;
  1.1*y + 1.1*z = 7.7;
  2.3*y + 2.3*z = 16.1;
  t = 7.8;
end CompletionThatIsFree;
