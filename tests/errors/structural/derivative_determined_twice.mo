model DerivativeDeterminedTwice
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  der(x) = time;  // error[E0501]: 2 equations for 'x'
end DerivativeDeterminedTwice;
