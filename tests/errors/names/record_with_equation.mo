record R
  Real x;
equation  // error[E0229]@1: the record 'R' cannot contain equations
  x = 1;
end R;
model M
  R r;
end M;
