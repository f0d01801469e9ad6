// check: --strict
model M
  package Base
    constant Real x = 2;
  end Base;
  model Heir
    extends Base;  // error[E0212]: the model 'Heir' cannot inherit from the package 'M.Base'
  end Heir;
  Heir h;
end M;
