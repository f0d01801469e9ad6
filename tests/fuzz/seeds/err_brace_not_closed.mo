model M
  Real x[2] = {1, 2;
  Real y;
end M;
