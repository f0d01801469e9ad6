// Small whole powers are products; others are powers.
// count in outputs: 1 <- square
// count in outputs: 1 <- ^
model Powers
  parameter Real p = 2.5;
  Real x(start = 2, fixed = true), a, b;
equation
  der(x) = -x;
  a = x^2;
  b = x^p;
end Powers;
