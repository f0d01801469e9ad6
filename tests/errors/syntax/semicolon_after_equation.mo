model M
  Real x, y;
equation
  x = 1  // error[E0102]@8: ';' is missing after the equation
  y = 2;
end M;
