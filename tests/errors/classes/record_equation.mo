model M
  record R
    Real x;
  equation  // error[E0229]: the record 'R' cannot contain equations
    x = 1;
  end R;
  R r;
end M;
