function f
  input Real x;
  output Real y;
equation  // error[E0229]@1: the function 'f' cannot contain equations
  y = x;
end f;
model M
  Real z = f(time);
end M;
