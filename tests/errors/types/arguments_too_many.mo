function f
  input Real a;
  output Real y;
algorithm
  y := a;
end f;
model ArgumentsTooMany
  Real x;
equation
  x = f(time, 2);  // error[E0308]: 'f' takes at most 1 argument, but 2 are given
end ArgumentsTooMany;
