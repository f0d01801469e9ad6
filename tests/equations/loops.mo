// A for-equation is one equation per value of its iterators, in their order (8.3.2); the iterator is gone.
// count in equations: 4 x[
// line: x[1] = time
// line: x[2] = 2.0*x[1]
// line: x[3] = 2.0*x[2]
// line: x[4] = 2.0*x[3]
// count: 0 k
model Loops
  Real x[4];
equation
  x[1] = time;
  for k in 2:4 loop
    x[k] = 2*x[k - 1];
  end for;
  annotation(experiment(StopTime = 1));
end Loops;
