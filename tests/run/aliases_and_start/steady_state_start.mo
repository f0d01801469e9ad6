// reference: der(x) = 0 gives x = 2
// simulate: --stop-time 2 --intervals 4
// expect: x(start) = 2 +- 1e-9
model SteadyStateStart
  Real x(start = 5);
initial equation
  der(x) = 0;
equation
  der(x) = 2 - x;
end SteadyStateStart;
