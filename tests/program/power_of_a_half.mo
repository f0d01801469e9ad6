// x^0.5 is the square root, which is rounded correctly; other broken powers are powers.
// count in derivatives: 1 <- sqrt
// count in derivatives: 1 <- ^
model PowerOfAHalf
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = -x^0.5;
  der(y) = -y^0.25;
end PowerOfAHalf;
