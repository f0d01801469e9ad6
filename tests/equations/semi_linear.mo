// semiLinear(x, a, b) is if x >= 0 then a*x else b*x (3.7.4.5).
// count in equations: 1 then a*x else b*x
// line: relation (x >= 0.0)
// count: 0 semiLinear
model SemiLinear
  parameter Real a = 2, b = 3;
  Real x = time - 1, y;
equation
  y = semiLinear(x, a, b);
end SemiLinear;
