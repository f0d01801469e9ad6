model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  record R
    Pin p;  // error[E0229]: the record 'R' cannot contain 'p': its class 'M.Pin' is a connector
  end R;
  R r(p(v = 1));
end M;
