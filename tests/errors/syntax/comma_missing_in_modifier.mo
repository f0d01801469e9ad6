model M
  Real x(start = 1 fixed = true);  // error[E0103]@19: ',' is missing before 'fixed'
end M;
