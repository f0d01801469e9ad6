// fixed = true is an initial equation (8.6); initial equations are no equations of the simulation; initial() is true there and
// false afterwards (3.7.5).
// line: x = 2.0 (initial)
// line: der(y) = 0.0 (initial)
// line: z = 1.0 (initial)
// line: z = 2.0 (not initial)
// count: 3 (initial)
model InitialValues
  Real x(start = 2, fixed = true), y(start = 5), z;
initial equation
  der(y) = 0;
equation
  der(x) = -x;
  der(y) = x - y;
  z = if initial() then 1 else 2;
end InitialValues;
