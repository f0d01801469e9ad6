model M
  Real x(start = 1);
equation
  x' = -x;  // error[E0110]: this quoted identifier is not closed
end M;
