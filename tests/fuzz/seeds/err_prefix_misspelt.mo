model M
  paramter Real p = 1;
  Real x = p;
end M;
