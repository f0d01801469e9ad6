model TooManyInitial
  Real x;
initial equation
  x = 1;
  2 = 3;  // error[E0510]: this initial condition contradicts the equations of the model
equation
  der(x) = -x;
end TooManyInitial;
