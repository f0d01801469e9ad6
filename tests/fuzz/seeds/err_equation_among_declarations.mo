model M
  Real x;
  der(x) = 1;
end M;
