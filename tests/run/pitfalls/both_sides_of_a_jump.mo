// expect: y(1.0-) = 0
// expect: y(1.0) = 1
// expect: event 1 = 1 +- 0
model BothSidesOfAJump
  Real y = if time > 1 then 1 else 0;
  annotation(experiment(StopTime = 2, Interval = 0.5));
end BothSidesOfAJump;
