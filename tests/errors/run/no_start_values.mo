// No real number has a negative square.
// simulate: --stop-time 1
model NoStartValues
  Real x;
equation
  x*x = -1 - time;
end NoStartValues;
// error[E0702]@0: no consistent start values at time 0
