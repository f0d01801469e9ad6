model M
  Real x "the position;  // error[E0110]@10: this string is not closed
  Real y "the speed";
equation
  x = 1;
  y = 2;
end M;
