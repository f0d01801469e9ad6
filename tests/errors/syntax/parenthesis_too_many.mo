model M
  Real x = (3 + sin(time)));  // error[E0106]@27: ')' without a '(' before it
  Real y = 1;
end M;
