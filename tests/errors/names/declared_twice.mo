model M
  Real x = 1;
  Real x = 2;  // error[E0204]@8: 'x' is declared twice in 'M'
end M;
