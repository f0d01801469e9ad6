// An inverse annotation whose call names its arguments or leaves defaults out (specification
// 12.8, 12.4.1): x = log((time + 1)/2), z = log(time + 3).
// expect: x = 0 +- 1e-12
// expect: x(0) = -0.69314718056 +- 1e-9
// expect: z = 1.38629436112 +- 1e-9
// expect: loops = {}
package InverseWithNames
  function f
    input Real a, x;
    output Real y;
  algorithm
    y := a*exp(x);
    annotation(Inline = false, inverse(x = f_inverse(y = y, a = a)));
  end f;
  function f_inverse
    input Real a, y;
    output Real x;
  algorithm
    x := log(y/a);
  end f_inverse;
  function e
    input Real x;
    output Real y;
  algorithm
    y := exp(x);
    annotation(Inline = false, inverse(x = e_inverse(y)));
  end e;
  function e_inverse
    input Real y, a = 1;
    output Real x;
  algorithm
    x := log(y/a);
  end e_inverse;
  model Test
    Real x, z;
  equation
    f(2, x) = time + 1;
    e(z) = time + 3;
    annotation(experiment(StopTime = 1));
  end Test;
end InverseWithNames;
