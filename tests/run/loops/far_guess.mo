// Two unknowns, guesses far from the solution, steep saturations in both equations.
// The numbers: x + y = 3 and tanh(50*(x - 2*y)) = 0, so x = 2, y = 1.
model FarGuess
  Real x(start = -40), y(start = 60);
equation
  x + y + 0.1*tanh(10*(x + y - 3)) = 3;
  tanh(50*(x - 2*y)) + 0.001*(x - 2*y)^3 = 0;
  annotation(experiment(StopTime = 1));
end FarGuess;
// expect: x = 2 +- 1e-9
// expect: y = 1 +- 1e-9
