model M
  Real x;
equation
  x = ;  // error[E0101]@7: expected an expression instead of ';'
  x;  // error[E0101]@4: expected '=' instead of ';'
end M;
