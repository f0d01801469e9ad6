// Functions as arguments: handed on, with captured values, and captured themselves.
partial function Integrand
  input Real x;
  output Real y;
end Integrand;
partial function Surface
  input Real x;
  input Real y;
  output Real z;
end Surface;
function trapezoid
  input Real a;
  input Real b;
  input Integrand f;
  output Real s;
algorithm
  s := (b - a)*(f(a) + f(b))/2;
end trapezoid;
function along
  extends Integrand;
  input Surface f;
algorithm
  y := trapezoid(0, 1, function f(y = x));
end along;
function saddle
  extends Surface;
  input Real k = 2;
algorithm
  z := k*x*y;
end saddle;
model NestedFunctionArguments
  Real q = trapezoid(0, time, function along(f = function saddle(k = 3)));
end NestedFunctionArguments;
/* flat
function trapezoid_along_saddle
  input Real a;
  input Real b;
  input Real f_f_k;
  output Real s;
algorithm
  s := (b - a)*(along_saddle(a, f_f_k) + along_saddle(b, f_f_k))/2.0;
end trapezoid_along_saddle;
function along_saddle
  input Real x;
  input Real f_k;
  output Real y;
algorithm
  y := trapezoid_saddle(0.0, 1.0, x, f_k);
end along_saddle;
function trapezoid_saddle
  input Real a;
  input Real b;
  input Real f_y;
  input Real f_k;
  output Real s;
algorithm
  s := (b - a)*(saddle(a, f_y, f_k) + saddle(b, f_y, f_k))/2.0;
end trapezoid_saddle;
function saddle
  input Real x;
  input Real y;
  input Real k;
  output Real z;
algorithm
  z := k*x*y;
end saddle;
model NestedFunctionArguments
  Real q;
equation
  q = trapezoid_along_saddle(0.0, time, 3.0);
end NestedFunctionArguments;
*/
