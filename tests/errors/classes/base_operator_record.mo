package P
  operator record C
    Real re;
  end C;
  operator record D
    extends C(re = 2);  // error[E0212]: the operator record 'D' cannot inherit from the operator record 'P.C'
  end D;
  model M
    D d;
  end M;
end P;
// check: --class P.M
