function f
  input Real a;
  input Real b = 1;
  output Real y;
algorithm
  y := a + b;
end f;
model ArgumentTwice
  Real x;
equation
  x = f(time, a = 2);  // error[E0308]: the argument 'a' is given twice
end ArgumentTwice;
