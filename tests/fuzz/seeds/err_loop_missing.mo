model M
  Real x[3];
equation
  for i in 1:3
    x[i] = i;
  end for;
end M;
