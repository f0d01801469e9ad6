// Sides of equations whose units differ. The units are those of mechanics: force is mass times
// acceleration, momentum mass times speed, energy half of mass times speed squared.
model Equations
  parameter Real m(unit = "kg") = 2;
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real R(unit = "Ohm") = 10;
  Real x(unit = "m", start = 1, fixed = true);
  Real v(unit = "m/s");
  Real a(unit = "m/s2");
  Real F(unit = "N"), p(unit = "N"), E(unit = "J"), W(unit = "W");
  Real u(unit = "V"), i(unit = "A");
  Real rho(unit = "kg/m3"), A(unit = "m2"), area(unit = "m2");
  Real T(unit = "s");
equation
  v = der(x);
  v = 2*x;  // warning[E0330]: the sides of the equation have different units: 'v' is m/s, '2.0*x' is m
  a = x + v*time;  // warning[E0330]: the sides of the equation have different units: 'a' is m/s2, 'x + v*time' is m
  F = m*v;  // warning[E0330]: the sides of the equation have different units: 'F' is N = kg.m/s2, 'm*v' is kg.m/s
  p = m*a;
  E = 0.5*m*v;  // warning[E0330]: the sides of the equation have different units: 'E' is J = kg.m2/s2, '0.5*m*v' is kg.m/s
  W = F*x;  // warning[E0330]: the sides of the equation have different units: 'W' is W = kg.m2/s3, 'F*x' is J = kg.m2/s2
  u = R/i;  // warning[E0330]: the sides of the equation have different units: 'u' is V = kg.m2/(s3.A), 'R/i' is kg.m2/(s3.A3)
  i = 2;
  rho = m/A;  // warning[E0330]: the sides of the equation have different units: 'rho' is kg/m3, 'm/A' is kg/m2
  A = x*x;
  area = 3.14159265358979*x;  // warning[E0330]: the sides of the equation have different units: 'area' is m2, '3.14159265358979*x' is m
  T = 2*sqrt(x*g);  // warning[E0330]: the sides of the equation have different units: 'T' is s, '2.0*sqrt(x*g)' is m/s
end Equations;
