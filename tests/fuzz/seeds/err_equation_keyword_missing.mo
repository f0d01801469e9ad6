model M
  Real x;
  x = 1;
end M;
