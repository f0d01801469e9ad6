// check: --strict
model IdleParameter
  parameter Real p(fixed = false, start = 3);  // error[E0502]: nothing determines the parameter 'p', which is not fixed
  Real x(start = p);
equation
  x^3 + x = 2 + time;
end IdleParameter;
