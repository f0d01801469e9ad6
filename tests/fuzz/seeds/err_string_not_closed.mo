model M
  Real x "the position;
  Real y "the speed";
equation
  x = 1;
  y = 2;
end M;
