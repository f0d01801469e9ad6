// A derivative with the factor 0 is none: v is determined by an equation that is not differentiated,
// although the function in it could not be.
// The numbers: x = exp(-t), v = 2*exp(-t).
model IdleDerivative
  function twice
    input Real u;
    output Real y;
    external "C" y = ldexp(u, 1) annotation(Include = "#include <math.h>");
  end twice;
  Real C = 0;
  Real x(start = 1, fixed = true), v, i;
equation
  der(x) = -x;
  v = twice(x);
  i = C*der(v);
end IdleDerivative;
// expect: states = {x}
// expect: v(1.0) = 0.73575888234 +- 1e-5
// expect: i(1.0) = 0
