model M
  Real x = 1 + ;  // error[E0101]@16: expected an expression instead of ';'
  Real y = 2 * * 3;  // error[E0101]@16: expected an expression instead of '*'
end M;
