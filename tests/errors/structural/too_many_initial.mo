model TooManyInitial
  Real x;
initial equation
  x = 1;
  2 = 3;  // error[E0510]: this initial condition asks for 3, but the equations of the model make it 2
equation
  der(x) = -x;
end TooManyInitial;
