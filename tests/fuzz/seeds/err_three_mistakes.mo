model M
  Real x
  Real y;
  Real z = (1 + 2;
equation
  x := 1;
  y = 2;
  z = 3 3;
  x = 1;
end M;
