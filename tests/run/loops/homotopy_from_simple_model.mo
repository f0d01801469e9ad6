// Where the modeler gives a simplified equation, its solution is followed to that of the actual
// one. For x the method of Newton has no derivative to go by at the start value; y has three
// solutions, and the start value lies on the wrong one.
// reference: x = atanh(0.5); the root of y^3 - y that is reached from y = -1.2 without passing
// another
// simulate: --stop-time 1
// expect: x(0) = 0.5493061443340548 +- 1e-8
// expect: y(0) = -1 +- 1e-8
// expect: y(1) = -1 +- 1e-8
// expect: z(1) = 1.0986122886681098 +- 1e-8
model HomotopyFromSimpleModel
  Real x(start = 400), y(start = 0), z;
equation
  homotopy(tanh(x) - 0.5, x - 0.6) = 0;
  homotopy(y^3 - y, y + 1.2) = 0;
  z = homotopy(2*x, x);
end HomotopyFromSimpleModel;
