// simulate: --stop-time 1
// A steady state is asked for that the equations do not have: the level falls whatever it is.
model SteadyWithoutRest
  Real level(start = 1);
equation
  der(level) = -1 - level^2;  // error[E0702]@3: no consistent start values at time 0
initial equation
  der(level) = 0;
end SteadyWithoutRest;
