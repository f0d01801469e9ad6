model M
  Real x;
algorithm
  x = 1;
end M;
