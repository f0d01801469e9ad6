model M
  type Vector = Real[3];
  type Matrix = Real[2, 3];
  replaceable Vector x[2] = {{1, 2, 3}, {4, 5, 6}} constrainedby Matrix;  // error[E0235]: the class of 'x' has 1 dimensions, but its constraining class has 2
end M;
