// A derivative annotation of a function with an Integer input: only Real inputs bring derivatives.
// y = 2^3 x is a constraint between states; der(y) = 8 gives v = der(x) = 1.
// simulate: --stop-time 1
// expect: v = 1 +- 1e-9
// expect: x = 1 +- 1e-6
function scaled
  input Real x;
  input Integer n;
  output Real y;
  external "C" y = ldexp(x, n) annotation(Include = "#include <math.h>");
  annotation(derivative = scaled_der);
end scaled;
function scaled_der
  input Real x;
  input Integer n;
  input Real der_x;
  output Real der_y;
algorithm
  der_y := scaled(der_x, n);
end scaled_der;
model DerivativeWithInteger
  Real x(start = 0, fixed = true), v, y;
equation
  der(x) = v;
  der(y) = 8;
  y = scaled(x, 3);
end DerivativeWithInteger;
