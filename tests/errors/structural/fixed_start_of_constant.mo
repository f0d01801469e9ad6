// x is eliminated as a constant; its fixed start must not be forgotten with it.
model M
  Real x(start = 3, fixed = true);  // error[E0510]: this initial condition asks for 3, but the equations of the model make it 0
  Real y(start = 1, fixed = true);
equation
  x = 0;
  der(y) = x - y;
end M;
