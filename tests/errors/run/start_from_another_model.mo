// What an earlier result has no value of, and what the structure depends on, is told; what
// follows from a parameter that --set gives is no part of it.
// simulate: --start-from tests/errors/run/inputs/earlier.csv --set k=2
// warning[E0732]@0: 'tests/errors/run/inputs/earlier.csv' has no value of 'y': it begins at the start value of the model
// warning[E0732]@0: not taken from 'tests/errors/run/inputs/earlier.csv', because the model decides them: 'n'
model StartFromAnotherModel
  parameter Integer n = 2;
  parameter Real k = 1, r = 1;
  parameter Real double = 2*k;
  Real x[n](each start = 0, each fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -k*r*x;
  der(y) = x[1];
end StartFromAnotherModel;
