// Variables without a unit: found through equations, derivatives and products, and told in a note.
model Found
  Real x(unit = "m", start = 0, fixed = true), v, a, F(unit = "N");
  parameter Real m = 2;
  parameter Real M(unit = "kg") = 3;
  Real P(unit = "W"), q, i(unit = "A"), R(unit = "Ohm"), u(unit = "V") = 5, y(unit = "m");
equation
  der(x) = v;
  der(v) = a;
  F = m*a;
  F = 4;
  P = M*v;  // warning[E0330]: the sides of the equation have different units: 'P' is W = kg.m2/s3, 'M*v' is kg.m/s
  q = u/R;
  R = 10;
  i = 3;
  y = q*2;  // warning[E0330]: the sides of the equation have different units: 'y' is m, 'q*2.0' is A
end Found;
