// Functions as arguments, with captured values: 12.4.2.
// Expected: specialize: mean_lin(k, 0, 2) with f(x) -> lin(x, k, 1); no run-time closures needed
partial function I
  input Real x;
  output Real y;
end I;
function lin
  extends I;
  input Real k;
  input Real d = 1;
algorithm
  y := k*x + d;
end lin;
function mean
  input I f;
  input Real a;
  input Real b;
  output Real m;
algorithm
  m := 0.5*f(a) + 0.5*f(b);
end mean;
model FunctionArguments
  Real k = time;
  Real q = mean(function lin(k = k), 0, 2);
end FunctionArguments;

/* flat
function mean_lin
  input Real a;
  input Real b;
  input Real f_k;
  output Real m;
algorithm
  m := 0.5*lin(a, f_k, 1.0) + 0.5*lin(b, f_k, 1.0);
end mean_lin;
function lin
  input Real x;
  input Real k;
  input Real d;
  output Real y;
algorithm
  y := k*x + d;
end lin;
model FunctionArguments
  Real k;
  Real q;
equation
  k = time;
  q = mean_lin(0.0, 2.0, k);
end FunctionArguments;
*/
