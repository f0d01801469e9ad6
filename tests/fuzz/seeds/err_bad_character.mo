model M
  Real x = 1 # 2;
end M;
