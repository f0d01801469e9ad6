model DerivativeOfInteger
  Integer n = 1;
  Real x;
equation
  x = der(n);  // error[E0301]: 'der' needs a Real expression, but 'n' is of type 'Integer'
end DerivativeOfInteger;
