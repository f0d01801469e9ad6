// No real number has a negative square.
// simulate: --stop-time 1
model NoStartValues
  Real x;
equation
  x*x = -1 - time;  // error[E0702]: no consistent start values at time 0
end NoStartValues;
