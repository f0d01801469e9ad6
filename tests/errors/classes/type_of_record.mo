model M
  record R
    parameter Integer n = 2;
    Real v[n];
  end R;
  type T = R(n = 3);  // warning[E0212]@12: the type 'T' cannot be defined by the record 'M.R'
  T t;
equation
  t.v = {1, 2, 3}*time;
end M;
