model A
  Real x = 1;
end A;
model M
  extends A(break y);  // error[E0228]@13: there is no inherited element 'y' to deselect
end M;
