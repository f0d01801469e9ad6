// A parameter with fixed = false needs an equation (8.6). One that gives guesses only, here and through
// another parameter, takes its start value with a warning; one that an equation needs is an error.
model IdleParameter
  parameter Real p(fixed = false, start = 3);  // warning[E0320]: no equation determines the parameter 'p', and only guesses need it: the start value is taken
  parameter Real q = 2*p;
  parameter Real r(fixed = false);  // error[E0502]: nothing determines the parameter 'r', which is not fixed: too few equations for 'r' and 'y'
  Real x(start = q);
  Real y;
equation
  x^3 + x = 2 + time;
  y = r*time;
end IdleParameter;
