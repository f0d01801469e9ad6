function f
  input Real a;
  input Real b;
  output Real y;
algorithm
  y := a*b;
end f;
model VectorizedSizesDiffer
  Real x[2];
equation
  x = f({1, 2}*time, {1, 2, 3});  // error[E0302]: arguments of the types 'Real[2]' and 'Integer[3]' cannot be taken element
end VectorizedSizesDiffer;
