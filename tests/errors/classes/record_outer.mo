model M
  record R
    outer Real x;  // error[E0227]: 'x' cannot be declared 'outer' in the record 'R'
  end R;
  inner Real x = 1;
  R r;
end M;
