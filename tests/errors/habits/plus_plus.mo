// Counting as in C.
model PlusPlus
  Integer k;
algorithm
  k := 1;
  k := k++;  // error[E0101]: expected an expression instead of ';'
end PlusPlus;
