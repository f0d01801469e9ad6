model M
  Real x[2];
  Real y = x[1);
end M;
