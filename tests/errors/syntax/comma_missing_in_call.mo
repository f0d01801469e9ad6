model M
  Real x = max(1 2);  // error[E0106]@18: expected ',' or ')' instead of '2'
end M;
