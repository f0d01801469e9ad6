model ArrayTooShort
  Real x[3];  // error[E0502]: no equation determines 'x[3]'
equation
  for i in 1:2 loop
    x[i] = i*time;
  end for;
end ArrayTooShort;
