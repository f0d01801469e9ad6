model M
  Real x;
equation
  x = p;
  parameter Real p = 1;
end M;
