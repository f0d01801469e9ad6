// A model whose derivatives need a linear loop, a nonlinear one and a function with an array. The
// unit test `state_jacobian` holds its matrix against differences; here it runs.
// reference: w = x + y + z obeys w' = -w by construction, w(0) = 3
// expect: w(1) = 1.1036383235 +- 1e-4
model Loops
  function weighted
    input Real u[3];
    input Real k;
    output Real y;
  protected
    Real s;
  algorithm
    s := 0;
    for i in 1:3 loop
      s := s + i*u[i]^2;
    end for;
    y := if k > 0 then s/(1 + k) else s;
  end weighted;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
  Real a, b, c, d, n, p, q, w, r;
equation
  // linear in a, b, c, d, with coefficients that depend on the states
  a + b*x + c = y;
  a - 2*b + c*(2 + y) + d = 1;
  b - c + d*(3 + z^2) = x*z;
  a*(4 + x) + d = sin(z);
  // nonlinear in n and p
  n + exp(0.1*p) = 2 + x*y;
  p + 0.2*n^2 = 1 + z;
  q = weighted({x, n, z}, p);
  r = a + n + 0.01*q;
  der(x) = -x + r;
  der(y) = -y - 2*r;
  der(z) = -z + r;
  w = x + y + z;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end Loops;
