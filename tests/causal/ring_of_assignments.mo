// Ten variables in a ring, each from the one before: one is enough to know all.
// expect: loops = {10}
// expect: tearing = 1
model RingOfAssignments
  parameter Real k = 0.3;
  Real x[10](each start = 0.5);
equation
  x[1] = cos(k*x[10] + time);
  for j in 2:10 loop
    x[j] = cos(k*x[j - 1]);
  end for;
end RingOfAssignments;
