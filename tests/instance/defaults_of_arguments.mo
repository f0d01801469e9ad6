// Defaults see other arguments; sizes follow the actual arguments: 12.4.1, 12.4.5.
// Expected: Real y[4] = f(u, ones(3), sum(u)); z = f(u, ones(3), 2)
function f
  input Real a[:];
  input Real b[size(a, 1)] = ones(size(a, 1));
  input Real k = sum(a);
  output Real c[size(a, 1) + 1];
protected
  Integer n = size(a, 1);
  Real t[n];
algorithm
  t := k*a .* b;
  c := cat(1, {0}, t);
end f;
model DefaultsOfArguments
  Real u[3] = {1, 2, 3}*time;
  Real y[:] = f(u);
  Real z[4] = f(u, k = 2);
end DefaultsOfArguments;

/* instance
model DefaultsOfArguments
Real[3] u = {1.0, 2.0, 3.0}*time;
Real[4] y = f(u, fill(1.0, 3), sum(u));
Real[4] z = f(u, fill(1.0, 3), 2.0);
equation
end DefaultsOfArguments;
*/
