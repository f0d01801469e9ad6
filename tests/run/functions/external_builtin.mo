// external "builtin" names a function of the language, which has derivatives.
// reference: x = 1 + exp(-time), z = der(log(x)) = (1 - x)/x
// expect: y(1) = 0.313261687518223 +- 1e-6
// expect: z(1) = -0.268941421369995 +- 1e-6
model ExternalBuiltin
  function l
    input Real u;
    output Real y;
  external "builtin" y = log(u);
  end l;
  Real x(start = 2, fixed = true);
  Real y = l(x);
  Real z = der(y);
equation
  der(x) = 1 - x;
end ExternalBuiltin;
