model M
  Real x;
equation
  x = 1  // error[E0102]@8: ';' is missing after the equation
end M;
