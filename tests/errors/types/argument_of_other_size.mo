function f
  input Real v[3];
  output Real y;
algorithm
  y := v*v;
end f;
model ArgumentOfOtherSize
  Real x;
equation
  x = f({1, 2}*time);  // error[E0302]: the argument 'v' of 'f' must be of type 'Real[3]', not 'Real[2]'
end ArgumentOfOtherSize;
