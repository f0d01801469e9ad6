M
  Real x;
end M;
