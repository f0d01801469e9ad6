model M
  Real x = 2*(3 + sin(time);  // error[E0106]@28: the '(' is not closed: ')' is missing
  Real y;
end M;
