model A
  Real x = 1;
end A;
record R
  extends A;  // error[E0212]@11: the record 'R' cannot inherit from the model 'A'
end R;
model M
  R r;
end M;
