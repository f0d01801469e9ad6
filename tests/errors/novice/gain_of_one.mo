// simulate: --stop-time 1
// Positive feedback with the gain one: x = 1 + x.
model GainOfOne
  parameter Real k = 1;  // note[E0702]: 'k' is 1 here
  Real x, y;
equation
  x = 1 + time + y;  // error[E0702]: no consistent start values at time 0
  y = k*x;
end GainOfOne;
