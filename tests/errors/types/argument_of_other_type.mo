function f
  input Integer n;
  output Real y;
algorithm
  y := n;
end f;
model ArgumentOfOtherType
  Real x;
equation
  x = f(2.5);  // error[E0301]: the argument 'n' of 'f' must be of type 'Integer', not 'Real'
end ArgumentOfOtherType;
