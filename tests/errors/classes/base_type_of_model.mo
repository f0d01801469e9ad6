model M
  type Base = Real;
  model Heir
    extends Base;  // error[E0212]: the model 'Heir' cannot inherit from the type 'Real'
  end Heir;
  Heir h = 1;
end M;
