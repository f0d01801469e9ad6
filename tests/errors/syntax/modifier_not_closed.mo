model M
  Real x(start = 1, fixed = true;  // error[E0106]@33: the '(' is not closed: ')' is missing
  Real y;
end M;
