// A parameter with fixed = false is an unknown of the start (8.6), no state and no unknown of the simulation.
// expect: states = {x}
// expect: unknowns = 1
// expect: blocks = {der(x)}
model FoundAtTheStart
  parameter Real p(fixed = false, start = 1);
  Real x(start = 2, fixed = true);
initial equation
  der(x) = -1;
equation
  der(x) = -p*x;
end FoundAtTheStart;
