model M
  Real x[3];
equation
  for i in 1:3 loop
    x[i] = i;
  end loop;  // error[E0105]@7: 'for' is closed by 'end for'
end M;
