package P
  operator record R
    Real x;
    encapsulated operator '+'
      import P.R;
      constant Real k = 2;  // error[E0229]: the operator ''+'' cannot contain components
      function add
        input R a;
        input R b;
        output R c;
      algorithm
        c := R(a.x + b.x + k);
      end add;
    end '+';
  end R;
  model M
    R a(x = 1);
    R b(x = 2);
    R c = a + b;
  end M;
end P;
// check: --class P.M
