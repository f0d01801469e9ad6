model M
  Real x(start = 1, fixed = true;
  Real y;
end M;
