function f
  input Real x;
  output Real y;
algorithm
  y := x;
algorithm  // error[E0229]@1: the function 'f' cannot contain more than one algorithm or external declaration
  y := 2*y;
end f;
model M
  Real z = f(time);
end M;
