model M
  record Base
    constant Real k = 3;
  end Base;
  function f
    input Real x;
    output Real y;
  protected
    extends Base;  // error[E0212]: the function 'f' cannot inherit from the record 'M.Base'
  algorithm
    y := k*x;
  end f;
  Real z = f(time);
end M;
