// simulate: --stop-time 1
// A machine without a field winding: its voltage is 0/0, any value would do, and nothing refers to it.
model QuotientThatNothingNeeds
  parameter Real winding = 0, field = 0;
  Real voltage; // warning[E0710]: 'voltage' has no value (nan), and nothing refers to it
  Real x(start = 1, fixed = true);
equation
  voltage = field/winding;
  der(x) = -x;
end QuotientThatNothingNeeds;
