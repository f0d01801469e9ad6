// simulate: --stop-time 1
model WarningOfTheModel
  Real x = time;
equation
  assert(x < 0.5, "x is large", AssertionLevel.warning);
end WarningOfTheModel;
// warning[E0708]@0: tests/errors/run/warning_of_the_model.mo:5:3: x is large
