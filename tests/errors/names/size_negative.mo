model M
  parameter Integer n = -1;
  Real x[n];  // error[E0302]@10: the size of 'x' must be a number from 0 to 10000000
end M;
