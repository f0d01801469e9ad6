// simulate: --stop-time 1
function steps  // note[E0702]: in 'steps'
  input Real x;
  output Real n;
algorithm
  n := if x > 0 then steps(x - 1) + 1 else steps(-x);
end steps;
model RecursionWithoutEnd
  Real z;
equation
  z = steps(3 + time);  // error[E0702]: no consistent start values at time 0: the recursion of 'steps' is too deep
end RecursionWithoutEnd;
