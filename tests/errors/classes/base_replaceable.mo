model M
  replaceable model Base
    Real x = 2;
  end Base;
  extends Base;  // error[E0213]: 'M' cannot inherit from 'M.Base': the base class must not be replaceable
end M;
