model M
  record R
    Real x = 1;
  protected
    Real y = 2;  // error[E0229]: the record 'R' cannot contain protected elements
  end R;
  R r;
end M;
