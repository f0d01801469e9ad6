// The annotation may be used only where k is constant; else the body is differentiated.
// The derivative function is marked by adding 100, to see which way was taken. Reference: by hand.
// simulate: --stop-time 1
// expect: v(end) = 103 +- 1e-6
// expect: w(end) = 5.4365636569 +- 1e-4
model DerivativeForConstants
  function f
    input Real u, k;
    output Real y = k*u;
    annotation(derivative(zeroDerivative = k) = df, Inline = false);
  end f;
  function df
    input Real u, k, du;
    output Real dy = k*du + 100;
    annotation(Inline = false);
  end df;
  parameter Real p = 3;
  Real k(start = 1, fixed = true);
  Real x = f(time, p), v = der(x);
  Real y = f(time, k), w = der(y);
equation
  der(k) = k;
end DerivativeForConstants;
