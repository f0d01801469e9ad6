// simulate: --stop-time 1
model CounterWithoutPast
  Integer n(start = 0);
equation
  n = n + 1;  // error[E0702]: no consistent start values at time 0
end CounterWithoutPast;
