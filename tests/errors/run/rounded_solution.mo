// No x has a tanh of 1. From about 19 on it is rounded to 1, and any such x seems to do.
// simulate: --stop-time 1
model RoundedSolution
  parameter Real p = 1;
  Real x(start = 0.5), y(start = 1), z(start = 1);
equation
  tanh(x) = p;  // warning[E0713]: the equations leave 'x' undetermined: as far as numbers go
  y^4 = p - 1; // well determined, though no slope is left
  tanh(z) = 0.5*p;
end RoundedSolution;
