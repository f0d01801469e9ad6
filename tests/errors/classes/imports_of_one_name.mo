package P
  package A
    constant Real k = 1;
  end A;
  package B
    constant Real k = 2;
  end B;
  model M
    import P.A.k;
    import k = P.B.k;  // error[E0204]: two imports bring the name 'k'
    Real x = k;
  end M;
end P;
// check: --class P.M
