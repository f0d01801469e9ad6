// A package that inherits an icon, a model whose equation section is empty (7.1.3: a model is no base of a package), and a
// package that is defined by a model that has only what packages have. Warnings; errors with --strict.
model PackageOfEmptyModel
  model Icon
  equation
  end Icon;
  package P
    extends Icon;
    constant Real k = 2;
  end P;
  partial package Base
    constant Real a;
    replaceable function f
      input Real x;
      output Real y = a*x;
    algorithm
    end f;
  end Base;
  model Q
    extends Base(a = 3);
  end Q;
  package R = Q;
  Real y = P.k*R.f(time);
  // expect: y(1) = 6 +- 1e-12
end PackageOfEmptyModel;
