model M
  Real x(start 1, fixed = true);  // error[E0103]@15: '=' is missing before '1'
end M;
