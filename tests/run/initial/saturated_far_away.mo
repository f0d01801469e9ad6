// From these guesses descents run away to where the controllers are saturated and no unknown moves anything: no solution, however
// large the numbers are against which a residual is measured. The dynamics lead to the one that was planted, x = 3, y = 5.
// expect: x(start) = 3 +- 1e-9
// expect: y(start) = 5 +- 1e-9
model SaturatedFarAway
  Real x(start = -0.179234), y(start = 0.0472051);
equation
  der(x) = tanh(20*(3 - x)) + 0.1*tanh(20*(y - 5));
  der(y) = tanh(20*(5 - y)) - 0.1*tanh(20*(x - 3));
initial equation
  der(x) = 0;
  der(y) = 0;
end SaturatedFarAway;
