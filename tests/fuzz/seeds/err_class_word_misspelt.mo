modle M
  Real x;
end M;
