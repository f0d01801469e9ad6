// Outer over inner, attribute by attribute; the value is one more attribute: 7.2.3.
// Expected: parameter Real b.k = 4; Real b.x(unit = "m", min = 0, start = 7, nominal = 10) =
//   b.k*time
type L = Real(unit = "m", min = 0, start = 1);
model B
  parameter Real k = 2;
  L x(start = 5) = k*time;
end B;
model AttributeByAttribute
  B b(x(nominal = 10, start = 7), k = 4);
end AttributeByAttribute;

/* instance
model AttributeByAttribute
// B b
parameter Real b.k = 4.0;
Real b.x(unit = "m", min = 0.0, start = 7.0, nominal = 10.0) = b.k*time;
equation
end AttributeByAttribute;
*/
