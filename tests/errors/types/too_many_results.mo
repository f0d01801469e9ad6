function f
  input Real a;
  output Real y;
algorithm
  y := a;
end f;
model TooManyResults
  Real x, y;
equation
  (x, y) = f(time);  // error[E0308]: 2 results are asked for, but the call has 1
end TooManyResults;
