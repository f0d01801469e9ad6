model Broken
  Real x, y, z, w, v;
equation
  x + y = 1;
  x - y = 2;
  2*x + y = 3;
  z + w = x;
  der(v) = -v;
end Broken;
