model TooManySubscripts
  Real x[3] = {1, 2, 3}*time;
  Real y;
equation
  y = x[1, 2];  // error[E0307]: 2 subscripts for a value of type 'Real[3]'
end TooManySubscripts;
