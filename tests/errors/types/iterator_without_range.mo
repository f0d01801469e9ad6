model IteratorWithoutRange
  Real x[2] = {1, 2};
  Real s;
equation
  s = sum(i for i);  // error[E0307]: the range of 'i' is neither written nor given by a subscript
end IteratorWithoutRange;
