model M
  Real x "the position;  // error[E0110]@10: this string is not closed
equation
  x = 1  // error[E0102]@8: ';' is missing after the equation
end M;
