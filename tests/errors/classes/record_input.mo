model M
  record R
    input Real x = 1;  // error[E0227]: 'x' cannot be declared 'input' in the record 'R'
  end R;
  R r;
end M;
