model M
  Real x;
equation
  if time > 1  // error[E0103]@14: 'then' is missing before 'x'
    x = 1;
  else
    x = 2;
  end if;
end M;
