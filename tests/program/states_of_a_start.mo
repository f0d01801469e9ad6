// At the start the states take their start values; in the simulation nobody sets them.
// count in initial: 1 <- exp
// count in derivatives: 0 <- exp
model StatesOfAStart
  parameter Real p = 2;
  Real x;
initial equation
  x = exp(p);
equation
  der(x) = -x;
end StatesOfAStart;
