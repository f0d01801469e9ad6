model Part
  Real level = 1;
end Part;
model A
  Part x;
  Real y = 2;
end A;
model M
  extends A(break x);
  Real z = x.level;  // error[E0228]@12: 'x' has been deselected by an extends clause
end M;
