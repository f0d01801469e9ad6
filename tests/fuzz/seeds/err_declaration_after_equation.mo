model M
  Real x;
equation
  x = 1;
  Real y;
end M;
