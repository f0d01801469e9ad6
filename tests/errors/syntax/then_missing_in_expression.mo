model M
  Real x = if time > 1 2 else 3;  // error[E0103]@24: 'then' is missing before '2'
end M;
