model M
  record R
    outer Real x;  // error[E0227]: the record 'R' cannot contain inner or outer elements
  end R;
  inner Real x = 1;
  R r;
end M;
