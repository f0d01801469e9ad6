// A loop through a function in C that nobody can differentiate: y + atan(z) = 2 t, z = y + 0.1 atan(y). What is left of both must vanish.
// expect: rest[1](0.5) = 0 +- 1e-6
// expect: rest[2](1.0) = 0 +- 1e-6
model FunctionWithoutDerivative
  function f
    input Real x;
    output Real y;
  external "C" y = atan(x) annotation(Include = "#include <math.h>");
  end f;
  Real x(start = 0, fixed = true), y, z;
  Real rest[2] = {y + atan(z) - 2*time, z - y - 0.1*atan(y)};
equation
  der(x) = 1;
  y + f(z) = 2*x;
  z = y + 0.1*f(y);
end FunctionWithoutDerivative;
