model ReturnInModel
  Real x;
algorithm
  x := 1;
  return;  // error[E0312]: 'return' is only allowed in a function
end ReturnInModel;
