function f
  input Real a;
  input Real b;
  output Real y;
algorithm
  y := a + b;
end f;
model ArgumentMissing
  Real x = f(time);  // error[E0308]: the call of 'f' lacks the argument 'b'
end ArgumentMissing;
