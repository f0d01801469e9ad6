// Units that nobody wrote are found for every element of an array from what is connected to it: one may be wrong alone.
model OpenUnitsOfElements
  model Part
    Real u, y;
  equation
    y = u; // warning[E0330]: the sides of the equation have different units: 'p[3].y' is m, 'p[3].u' is V = kg.m2/(s3.A)
  end Part;
  Part p[3];
  Real v(unit = "V") = time;
  Real w[3](each unit = "V");
  Real s(unit = "m");
equation
  p[1].u = v;
  p[2].u = v;
  p[3].u = v;
  p[1].y = w[1];
  p[2].y = w[2];
  p[3].y = s;
  w[3] = v;
end OpenUnitsOfElements;
