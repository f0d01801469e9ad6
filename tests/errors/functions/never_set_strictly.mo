// check: --strict
function twice
  input Real x;
  output Real y;
protected
  Real a, b; // error[E0239]@8: the variable 'a' of the function 'twice' is read before it is set
algorithm
  b := a;
  a := x;
  y := 2*a;
end twice;

model NeverSetStrictly
  Real y = twice(time);
end NeverSetStrictly;
