model M  // error[E0105]@7: the class 'M' is not closed: 'end M;' is missing
  Real x;
equation
  x = 1;
