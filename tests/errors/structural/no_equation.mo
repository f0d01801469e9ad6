model NoEquation
  Real x, y;  // error[E0502]: no equation determines 'y'
equation
  x = 1;
end NoEquation;
