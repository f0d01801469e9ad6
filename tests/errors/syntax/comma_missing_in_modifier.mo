model M
  Real x(start = 1 fixed = true);  // error[E0106]@20: expected ',' or ')' instead of 'fixed'
end M;
