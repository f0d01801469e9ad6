model M
  Real x[3];
equation
  for i = 1:3 loop
    x[i] = i;
  end for;
end M;
