// Locals, sizes that follow the arguments, loops with break and return, recursion.
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
model FunctionBodies
  Real y[3] = prefix_sums({1, 2, 3}*time);
  parameter Integer n = factorial(3);
  Real z[n] = fill(time, n);
  Real w[halvings(10)] = zeros(halvings(10));
end FunctionBodies;
/* flat
function prefix_sums
  input Real x[:];
  input Real limit;
  output Real y[size(x, 1)];
  output Integer used;
protected
  Integer n = size(x, 1);
  Real total = 0.0;
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
model FunctionBodies
  Real y[3];
  final parameter Integer n = 6;
  Real z[6];
  Real w[4];
equation
  y = prefix_sums({1.0, 2.0, 3.0}*time, 30.0);
  z = fill(time, 6);
  w = fill(0.0, 4);
end FunctionBodies;
*/
