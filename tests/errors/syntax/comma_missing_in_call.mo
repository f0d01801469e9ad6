model M
  Real x = max(1 2);  // error[E0103]@17: ',' is missing before '2'
end M;
