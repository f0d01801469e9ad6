model EquationOfParameters
  parameter Real p = 1, q = 2;
  Real x = time;
equation
  p = q;  // error[E0501]: this equation determines nothing: everything in it is known already
end EquationOfParameters;
