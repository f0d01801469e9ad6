// Two capacitors in parallel with equal fixed starts: one condition too many, and consistent.
// expect: v(start) = 1 +- 1e-12
// expect: v(1.0) = 0.77880078307 +- 1e-5
model ParallelCapacitors
  Real v(start = 1, fixed = true), u(start = 1, fixed = true), i, j;
equation
  v = u;
  der(v) = i;
  3*der(u) = j;
  i + j = -v;
end ParallelCapacitors;
