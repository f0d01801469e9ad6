model IteratorRangesDisagree
  Real x[3], y[4];
equation
  for i loop
    x[i] = y[i];  // error[E0307]: the range of 'i' is not clear: its subscripts have different ranges
    y[i] = i;
  end for;
end IteratorRangesDisagree;
