// An expression that several equations share is wrong in each of them; what was found of the others
// is not looked for again.
model SharedExpressions
  block Part
    Real a(unit = "m") = 1 + time;
    Real b(unit = "s") = 2*time;
    Real known(unit = "m");
    Real found; // in metres, by the first equation
    Real y, z;
  equation
    found = a; // note[E0330]: 'parts[1].found' has no unit of its own; from here it is m
    y = sin(a*b); // warning[E0330]: 'sin' takes a number, but 'parts[1].a*parts[1].b' is m.s
    z = 2*sin(a*b) + cos(found); // warning[E0330]: 'sin' takes a number, but 'parts[1].a*parts[1].b' is m.s
    known = found*b; // warning[E0330]: the sides of the equation have different units: 'parts[1].known' is m, 'parts[1].found*parts[1].b' is m.s
  end Part;
  Part parts[3];
  Real a(unit = "m") = 1 + time;
  Real b(unit = "s") = 2*time;
  Real y, z, w;
equation
  y = abs(a + b); // warning[E0330]: 'a + b' mixes units: 'a' is m, 'b' is s
  z = -abs(a + b); // warning[E0330]: 'a + b' mixes units: 'a' is m, 'b' is s
  w = y + abs(a*a) + abs(a + b); // warning[E0330]: 'a + b' mixes units: 'a' is m, 'b' is s
end SharedExpressions;
