model M
  record R
    Real x;
  algorithm  // error[E0229]: the record 'R' cannot contain algorithms
    x := 1;
  end R;
  R r;
end M;
