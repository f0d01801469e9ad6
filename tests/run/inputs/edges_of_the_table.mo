// A table that begins late and ends early: its first and last values hold outside of it. The start is
// solved with them: x = u = 4 there. y is the area of u over 4: a triangle of 2, then 4.5*4.
// simulate: --inputs tests/run/inputs/short.csv
// expect: warning begins at time 0.5
// expect: x(0) = 4 +- 1e-9
// expect: u(0.25) = 4
// expect: u(1) = 6 +- 1e-12
// expect: u(end) = 8
// expect: y(end) = 20 +- 1e-7
model EdgesOfTheTable
  input Real u(start = 1);
  Real x, y(start = 0, fixed = true);
initial equation
  x = u;
equation
  der(x) = 0;
  der(y) = u - x;
  annotation(experiment(StopTime = 6, Tolerance = 1e-8));
end EdgesOfTheTable;
