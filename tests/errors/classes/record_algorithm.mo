model M
  record R
    Real x;
  algorithm  // error[E0229]: the record 'R' cannot contain an algorithm
    x := 1;
  end R;
  R r;
end M;
