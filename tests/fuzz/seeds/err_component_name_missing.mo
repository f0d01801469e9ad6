model M
  Real (start = 1);
  Real y;
end M;
