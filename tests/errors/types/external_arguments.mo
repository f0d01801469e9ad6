// What may stand among the arguments of an external call, and what has a representation in C and
// Fortran: 12.9 and 12.9.1.
model ExternalArguments
  record R
    Real x;
    Real v[2];
  end R;
  record S
    Real x;
  end S;
  function f
    input Real x;
    output Real y;
  external "C" y = fabs({x, 2*x}); // error[E0316]: an array handed to an external function must be a component
  end f;
  function g
    input Real x;
    output Real y;
  external "C" y = fabs(2*x); // warning[E0316]: an argument of an external function is a component
  end g;
  function h
    input R r;
    output Real y;
  external "C" y = h(r); // error[E0316]: a record with an array ('v') cannot be passed to C
  end h;
  function k
    input S s;
    output Real y;
  external "FORTRAN 77"; // error[E0316]: a record cannot be passed to Fortran
  end k;
  function l
    input Real x;
    output Real y[2];
  external "C" y = l(x); // error[E0316]: an external function cannot return an array
  end l;
  Real a = f(time), b = g(time), c = h(R(time, {1, 2})), d = k(S(time)), e[2] = l(time);
end ExternalArguments;
