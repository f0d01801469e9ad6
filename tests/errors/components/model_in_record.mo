model M
  model Box
    Real x = 1;
  end Box;
  record R
    Box b;  // error[E0229]: the record 'R' cannot contain 'b': its class 'M.Box' is a model
  end R;
  R r;
end M;
