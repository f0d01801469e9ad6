// The steady state of two saturated controllers, flat wherever the guesses are: Newton's method finds no direction, the
// dynamics do. Solution planted: x = 3, y = 5.
// expect: x(0) = 3 +- 1e-9
// expect: y(0) = 5 +- 1e-9
model relaxed_start
  Real x(start = 0), y(start = 0);
equation
  der(x) = tanh(20*(3 - x)) + 0.1*tanh(20*(y - 5));
  der(y) = tanh(20*(5 - y)) - 0.1*tanh(20*(x - 3));
initial equation
  der(x) = 0;
  der(y) = 0;
end relaxed_start;
