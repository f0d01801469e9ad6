model InitialConflict
  parameter Real p(fixed = false);  // error[E0502]: nothing determines the parameter 'p', which is not fixed: too few equations for 'p' and 'der(x)'
  Real x(start = 1, fixed = true);
equation
  der(x) = -p*x;
end InitialConflict;
