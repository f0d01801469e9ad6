// Arguments against the units of inputs, results, several results, and the inside of a function.
model Functions
  function kinetic
    input Real m(unit = "kg");
    input Real v(unit = "m/s") = 1;
    output Real E(unit = "J");
  algorithm
    E := 0.5*m*v;  // warning[E0330]: a variable and what is assigned to it have different units: 'E' is J = kg.m2/s2, '0.5*m*v' is kg.m/s
  end kinetic;
  function polar
    input Real x(unit = "m"), y(unit = "m");
    output Real r(unit = "m");
    output Real phi(unit = "rad");
  protected
    Real square;
  algorithm
    square := x*x + y*y;
    r := sqrt(square);
    square := 2;
    phi := atan2(y, x);
  end polar;
  Real x(unit = "m") = 1, m(unit = "kg") = 2, v(unit = "m/s") = 3, t(unit = "s") = 4;
  Real a(unit = "J"), b(unit = "J"), P(unit = "W"), r(unit = "m"), phi(unit = "rad"), bad(unit = "s");
  Real c;
equation
  a = kinetic(m, v);
  b = kinetic(v, v);  // warning[E0330]: the argument 'v' is m/s, but the input 'm' of 'Functions.kinetic' is kg
  P = kinetic(m, v);  // warning[E0330]: the sides of the equation have different units: 'P' is W = kg.m2/s3, 'Functions.kinetic(m, v)' is J = kg.m2/s2
  (r, phi) = polar(x, x);
  (bad, ) = polar(x, x);  // warning[E0330]: 'bad' is s, but the output 'r' of 'Functions.polar' is m
  c = kinetic(m, x/t) + kinetic(m, x*t);  // warning[E0330]: the argument 'x*t' is m.s, but the input 'v' of 'Functions.kinetic' is m/s
end Functions;
