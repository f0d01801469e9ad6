// A delayed value is asked for by number; what it is delayed of is computed before.
// count in outputs: 1 delayed
// count in outputs: 1 <- cos
model DelayedValues
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = delay(cos(x), 0.5);
end DelayedValues;
