function f
  input Real x;
  output Real y;
  Real z;  // error[E0229]@8: 'z' is a public component of the function 'f', but neither input nor output
algorithm
  z := x;
  y := z;
end f;
model M
  Real z = f(time);
end M;
