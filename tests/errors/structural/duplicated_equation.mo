model DuplicatedEquation
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = 2*x;
  y = 2*x;  // error[E0501]: 3 equations for 'x' and 'y'
end DuplicatedEquation;
