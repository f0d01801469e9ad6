model M
  Real x = 2*(3 + sin(time);
  Real y;
end M;
