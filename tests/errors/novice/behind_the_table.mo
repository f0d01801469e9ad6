// simulate: --stop-time 1
// A subscript that runs out of its array during the run: the expression is the place, the array has its name.
model BehindTheTable
  parameter Real table[3] = {1, 2, 3};
  Integer k = integer(time*10) + 1;
  Real y = table[k];  // error[E0703]@12: the equations cannot be solved at the event at time 0.2999 // note[E0703]@0: subscript 1 of 'table' is 4, but the size is 3
end BehindTheTable;
