model M
  Real x[3] = {1, 2};  // error[E0301]@15: 'x' is of type 'Real[3]', but its value is of type 'Integer[2]'
end M;
