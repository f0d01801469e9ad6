model A
  Real x = 1;
  Real y = 2;
end A;
model M
  extends A(break x);
  Real z = x;  // error[E0228]@12: 'x' has been deselected by an extends clause
end M;
