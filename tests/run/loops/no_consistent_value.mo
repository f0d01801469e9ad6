// Neither value of b agrees with the x it gives: the run stops and names them.
model NoConsistentValue
  Boolean b;
  Real x;
equation
  b = x < 0;
  x = if b then 1 else -1;
  annotation(experiment(StopTime = 1));
end NoConsistentValue;
// expect: status = 3
// expect: error no consistent start values
