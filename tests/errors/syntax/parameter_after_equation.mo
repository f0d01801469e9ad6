model M
  Real x;
equation
  x = p;
  parameter Real p = 1;  // error[E0116]@3: a declaration inside the equation section
end M;
