// Loops with break, return, recursion, sizes from functions; x = {1, 2, 3} time with time 8 gives
// the sums 8, 24, 48, and the limit 30 stops the third.
// simulate: --stop-time 8
// expect: y[2] = 24 +- 1e-12
// expect: y[3] = 30 +- 1e-12
// expect: z[6] = 8 +- 1e-12
// expect: q = 0.75 +- 1e-12
function prefix_sums
  input Real x[:];
  input Real limit = 10*size(x, 1);
  output Real y[size(x, 1)];
  output Integer used;
protected
  Integer n = size(x, 1);
  Real total = 0;
algorithm
  used := n;
  for i in 1:n loop
    total := total + x[i];
    if total > limit then
      used := i - 1;
      break;
    end if;
    y[i] := total;
  end for;
  y[used + 1:n] := fill(limit, n - used);
end prefix_sums;
function factorial
  input Integer n;
  output Integer f = 1;
algorithm
  if n <= 1 then
    return;
  end if;
  f := n*factorial(n - 1);
end factorial;
function halvings
  input Real x;
  output Integer n = 0;
protected
  Real y = x;
algorithm
  while y > 1 loop
    y := y/2;
    n := n + 1;
  end while;
end halvings;
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
model FunctionBodies
  Real y[3] = prefix_sums({1, 2, 3}*time);
  parameter Integer n = factorial(3);
  Real z[n] = fill(time, n);
  Real w[halvings(10)] = zeros(halvings(10));
  Real q = trapezoid(0, 1, function along(f = function saddle(k = 3)));
end FunctionBodies;
