model M
  Real x  // error[E0102]@9: ';' is missing after the declaration
  Real y;
equation
  x = 1;
  y = 2;
end M;
