package P
  record R
    Real x;
    encapsulated operator function '+'  // error[E0229]: the record 'R' cannot contain operators: they belong into an operator record
      import P.R;
      input R a;
      input R b;
      output R c;
    algorithm
      c := R(a.x + b.x);
    end '+';
  end R;
  model M
    R a = R.'+'(R(1), R(2));
  end M;
end P;
// check: --class P.M
