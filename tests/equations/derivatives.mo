// der(x) is a variable of its own, made once (3.7.4); der of a sum is a sum of such.
// count: 2 derivative
// line: derivative der(x)
// line: derivative der(y)
// line: der(x) + der(y) = -x
// line: der(y) = x
model Derivatives
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x + y) = -x;
  der(y) = x;
end Derivatives;
