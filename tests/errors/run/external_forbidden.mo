// simulate: --no-external
model ExternalForbidden
  function f
    input Real x;
    output Real y;
    external "C" y = sin(x) annotation(Include = "#include <math.h>");
  end f;
  function g
    input Real x;
    output Real y = f(x);
  algorithm
  end g;
  Real y = g(time); // error[E0605]@12: 'ExternalForbidden.f' is an external function ('sin' in C)
end ExternalForbidden;
