// Equal variables are one: of nine equations the six that say x = y, x = -y or x = constant disappear.
// expect: blocks = {d} {der(x)} {z}
// expect: states = {x}
// expect: loops = {}
model EqualNames
  Real x(start = 1, fixed = true), a, b, c, d, e, f, z, k;
equation
  a = x;
  b = a;
  c = -b;
  e = d;
  f = -e;
  k = 3;
  d = c*x + time;
  der(x) = f;
  z = d*x;
end EqualNames;
