function f
  input Real level;
  output Real y;
algorithm
  y := level;
end f;
model ArgumentMisspelt
  Real x;
equation
  x = f(levl = time);  // error[E0308]: 'f' has no argument 'levl'
end ArgumentMisspelt;
