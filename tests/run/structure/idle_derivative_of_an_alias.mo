// The same where both ends of what is differentiated have other names at a connection: der(b) is
// der(a), which nothing contains either.
// The numbers: x = exp(-t), a = b = 2*exp(-t).
model IdleDerivativeOfAnAlias
  function twice
    input Real u;
    output Real y;
    external "C" y = ldexp(u, 1) annotation(Include = "#include <math.h>");
  end twice;
  Real C = 0;
  Real x(start = 1, fixed = true), a, b, i, j;
equation
  der(x) = -x;
  a = twice(x);
  b = a;
  i = C*der(a);
  j = C*der(b);
end IdleDerivativeOfAnAlias;
// expect: states = {x}
// expect: b(1.0) = 0.73575888234 +- 1e-5
// expect: j(1.0) = 0
