model M
  Real x = 1 + ;
  Real y = 2 * * 3;
end M;
