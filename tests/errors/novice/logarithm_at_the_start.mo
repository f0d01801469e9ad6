// simulate: --stop-time 1
// A start value was forgotten, and zero is outside the domain of what needs it.
model LogarithmAtTheStart
  Real p, x(fixed = true);
equation
  der(x) = 1;
  p = log(x);  // error[E0702]@3: no consistent start values at time 0: 'p' = -inf
end LogarithmAtTheStart;
