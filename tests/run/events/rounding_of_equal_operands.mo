// s is zero but for the rounding of x + 0.1, some 1e-17: a relation that has seen nothing else has no
// scale, and must not switch for that.
// expect: events = 0
// expect: x(end) = 0.1 +- 1e-9
model RoundingOfEqualOperands
  Real x(start = 0, fixed = true), s = ((x + 0.1) - x) - 0.1, y(start = 0, fixed = true);
equation
  der(x) = 0.1;
  der(y) = if s > 0 then 1 else -1;
  annotation(experiment(StopTime = 1));
end RoundingOfEqualOperands;
