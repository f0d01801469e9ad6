// Records and members of component arrays as targets of assignments in an algorithm section:
// at time 2 the sums are 2 + 1, 2 - 1, the members 2, 4, 6.
// simulate: --stop-time 2
// expect: r.sum = 3 +- 1e-12
// expect: r.difference = 1 +- 1e-12
// expect: part[3].x = 6 +- 1e-12
// expect: y = 4 +- 1e-12
record Pair
  Real sum;
  Real difference;
end Pair;
function both
  input Real a;
  input Real b;
  output Pair p;
algorithm
  p.sum := a + b;
  p.difference := a - b;
end both;
model Part
  Real x;
end Part;
model AssignRecords
  Pair r;
  Part part[3];
  Real y;
algorithm
  r := both(time, 1);
  part.x := {1, 2, 3}*time;
  y := r.sum + r.difference;
end AssignRecords;
