model M
  Real x = 2^time^2;
end M;
