// Two parts share the currents a and b, and each wants them to be steady in its own frame; the frames turn
// with the same angle. The second pair of conditions says nothing new, and must not take the place of
// those that do: der(a) = 3*1, so v = 3 + 2 + 1, and der(b) = -3*2, so u = -6 - 2 + 1.
// expect: v(0) = 6 +- 1e-9
// expect: u(0) = -7 +- 1e-9
// expect: a(0) = 2 +- 1e-9
model SteadyTwice
  Real theta(start = 0, fixed = true), omega1, omega2, a, b;
  parameter Real v(fixed = false), u(fixed = false);
initial equation
  der(a) = omega1*b;
  der(b) = -omega1*a;
  der(a) = omega2*b;
  der(b) = -omega2*a;
  a*a + b*b = 5;
  atan2(b, a) = atan2(1, 2);
equation
  der(theta) = 3;
  omega1 = der(theta);
  omega2 = der(theta);
  der(a) = v - a - b;
  der(b) = u + a - b;
end SteadyTwice;
