record R
  Real x;
  operator function '+'  // error[E0229]@21: the record 'R' cannot contain operators: they belong into an operator record
    input R a;
    input R b;
    output R c;
  algorithm
    c := R(a.x + b.x);
  end '+';
end R;
model M
  R r(x = 1);
end M;
