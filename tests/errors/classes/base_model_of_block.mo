model M
  model Base
    Real y = 6;
  end Base;
  block Heir
    extends Base;  // warning[E0212]: the block 'Heir' cannot inherit from the model 'M.Base'
  end Heir;
  Heir h;
end M;
