model M
  Real x = (3 + sin(time)));
  Real y = 1;
end M;
