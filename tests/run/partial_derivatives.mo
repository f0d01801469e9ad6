// function f = der(g, x): numbers from the formulas, cos(x) y^2 + 1 and 2 y cos(x).
// simulate: --stop-time 1
// expect: a(1) = 3.161209223472559 +- 1e-12
// expect: b(1) = 3.2418138352088386 +- 1e-12
function g
  input Real x;
  input Real y;
  output Real z;
protected
  Real s = sin(x);
algorithm
  z := s*y^2 + x;
end g;
function g_x = der(g, x);
function g_xy = der(g, x, y);
model PartialDerivatives
  Real a = g_x(time, 2);
  Real b = g_xy(time, 3);
end PartialDerivatives;
