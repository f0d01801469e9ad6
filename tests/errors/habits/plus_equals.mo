// An assignment that adds.
model PlusEquals
  Real x;
algorithm
  x := 1;
  x += 1;  // error[E0101]: expected an expression instead of '='
end PlusEquals;
