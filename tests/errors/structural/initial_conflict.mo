model InitialConflict
  parameter Real p(fixed = false);  // error[E0502]: only 1 equation for 'p' and 'der(x)'
  Real x(start = 1, fixed = true);
equation
  der(x) = -p*x;
end InitialConflict;
