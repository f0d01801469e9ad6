// A parameter that is to be found at the start, and nothing to find it from.
model FreeParameter
  parameter Real k(fixed = false, start = 1);  // error[E0502]: nothing determines the parameter 'k', which is not fixed
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end FreeParameter;
