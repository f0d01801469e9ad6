model M
  Real x;
equation
  x == 1;  // error[E0101]@3: this is an expression, not an equation: '=' is missing
end M;
