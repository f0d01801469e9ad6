model BooleanWithoutEquation
  Boolean b;  // error[E0502]: no equation determines 'b'
  Real x;
equation
  x = if b then 1 else 2;
end BooleanWithoutEquation;
