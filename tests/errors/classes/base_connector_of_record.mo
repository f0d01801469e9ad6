model M
  connector Base
    Real x = 4;
  end Base;
  record Heir
    extends Base;  // error[E0212]: the record 'Heir' cannot inherit from the connector 'M.Base'
  end Heir;
  Heir h;
end M;
