model M
  Real x, y;
equation
  x = 1
  y = 2;
end M;
