model M
  Real x[2] = {1, 2;  // error[E0106]@20: the '{' is not closed: '}' is missing
  Real y;
end M;
