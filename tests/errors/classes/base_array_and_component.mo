model M
  type Vector = Real[3];
  connector Heir
    extends Vector;
    Real y = 2;  // error[E0212]: 'Heir' inherits from 'Vector', which has dimensions or prefixes: it cannot have other elements
  end Heir;
  Heir h;
end M;
