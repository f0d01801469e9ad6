model ArrayOverlap
  Real x[3];
equation
  for i in 1:3 loop
    x[i] = i*time;
  end for;
  x[2] = 5*time;  // error[E0501]: 2 equations for 'x[2]'
end ArrayOverlap;
