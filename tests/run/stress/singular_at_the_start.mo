// The linear system has no solution at the start: i1 + i2 = 1, i1 + k i2 = 2 with k = 1.
// expect: status = 3
// expect: error no consistent start values at time 0
// expect: error division by zero
// expect: error 'i1' = inf
model SingularAtTheStart
  Real k, i1, i2;
  Real x(start = 0, fixed = true);
equation
  k = 1 + x;
  i1 + i2 + sin(x) = 1;
  i1 + k*i2 + cos(x) = 3;
  der(x) = 1 + i1 - i1;
  annotation(experiment(StopTime = 1));
end SingularAtTheStart;
