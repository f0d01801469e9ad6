model M
  Real x[3];
equation
  for i in 1:3  // error[E0103]@15: 'loop' is missing before 'x'
    x[i] = i;
  end for;
end M;
