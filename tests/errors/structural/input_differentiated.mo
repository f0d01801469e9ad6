model InputDifferentiated
  input Real u;
  Real x, v;
equation
  x = u;  // error[E0503]: this equation constrains states and must be differentiated, but 'u' has no derivative
  v = der(x);
end InputDifferentiated;
