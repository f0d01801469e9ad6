model M
  Real x[2](final each start = 1);
end M;
