model M
  Real x = max(1 2);
end M;
