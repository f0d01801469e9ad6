model SidesOfEquationDiffer
  Real x[2];
  Real y;
equation
  y = time;
  x = y;  // error[E0302]: the sides of the equation have the types 'Real[2]' and 'Real'
end SidesOfEquationDiffer;
