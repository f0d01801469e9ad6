model M
  Real 2x;
end M;
