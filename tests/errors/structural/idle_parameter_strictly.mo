// check: --strict
model IdleParameter
  parameter Real p(fixed = false, start = 3);  // error[E0502]@18: no equation determines 'p'
  Real x(start = p);
equation
  x^3 + x = 2 + time;
end IdleParameter;
