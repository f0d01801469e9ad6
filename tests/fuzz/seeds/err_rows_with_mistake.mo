model M
  Real x[3, 2] = [1, 2;
    , 4;
    5, 6];
  Real y;
end M;
