model M
  Real x
  Real y;
equation
  x = 1;
  y = 2;
end M;
