// check: --strict
package P
  partial model Icon
  end Icon;
  package Inner
    extends Icon;  // error[E0212]@13: the package 'Inner' cannot inherit from the model 'P.Icon'
    constant Real k = 2;
  end Inner;
  model M
    record Same = Complex;  // error[E0212]@19: the record 'Same' cannot be defined by the operator record 'P.Complex'
    Same u(re = 1, im = 2);
    Real y = Inner.k;
  end M;
  operator record Complex
    Real re;
    Real im;
  end Complex;
end P;
