model M
  Real x;
equation
  x = 1;
  Real y;  // error[E0116]@3: a declaration inside the equation section
end M;
