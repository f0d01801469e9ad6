package P
  operator record C
    Real re;
  end C;
  operator record D
    extends C(re = 2);  // error[E0212]: 'D' cannot extend the operator record 'P.C'; write a short class
  end D;
  model M
    D d;
  end M;
end P;
// check: --class P.M
