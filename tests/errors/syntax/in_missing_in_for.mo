model M
  Real x[3];
equation
  for i = 1:3 loop  // error[E0103]@9: an iterator runs 'in' a range, not '=' one
    x[i] = i;
  end for;
end M;
