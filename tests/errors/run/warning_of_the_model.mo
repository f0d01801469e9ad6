// simulate: --stop-time 1
model WarningOfTheModel
  Real x = time;
equation
  assert(x < 0.5, "x is large", AssertionLevel.warning);  // warning[E0708]: x is large (at time 0.5)
end WarningOfTheModel;
