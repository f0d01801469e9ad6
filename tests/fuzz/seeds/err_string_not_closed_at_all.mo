model M
  Real x "the position;
equation
  x = 1
end M;
