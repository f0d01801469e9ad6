model M
  Real block;
  Real y;
equation
  y = 1;
end M;
