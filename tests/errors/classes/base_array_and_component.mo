model M
  type Vector = Real[3];
  type Heir
    extends Vector;  // error[E0212]: 'Real' has dimensions: a class that inherits from it cannot have other
    Real y = 2;
  end Heir;
  Heir h = {1, 2, 3};
end M;
