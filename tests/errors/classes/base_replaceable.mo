model M
  replaceable model Base
    Real x = 2;
  end Base;
  extends Base;  // error[E0213]: the base class 'Base' is replaceable; a base class must not be
end M;
