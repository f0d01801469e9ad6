model InitialConflict
  parameter Real p(fixed = false);  // error[E0502]: no equation determines 'p'
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end InitialConflict;
