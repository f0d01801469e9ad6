model M
  Real x;
equation
  x = ;
  x;
end M;
