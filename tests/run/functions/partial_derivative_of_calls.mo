// function f = der(g, x) where g calls functions that nothing has called before, one of them built
// in: d/dx sin(x)/x = (cos(x) - sin(x)/x)/x.
// simulate: --stop-time 1 --start-time 0.5
// expect: a(1) = -0.3011686789397567 +- 1e-12
function sine
  input Real u;
  output Real y;
external "builtin" y = sin(u);
end sine;
function sinc
  input Real u;
  output Real y;
algorithm
  y := sine(u)/u;
end sinc;
function g
  input Real x;
  output Real z;
algorithm
  z := sinc(x);
end g;
function g_x = der(g, x);
model PartialDerivativeOfCalls
  Real a = g_x(time);
end PartialDerivativeOfCalls;
