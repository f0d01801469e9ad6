// 8.3.7: the level of an assertion is known before simulation. 3.7.4.3: cardinality belongs into
// conditions; elsewhere its meaning is clear, and it is a warning. 12.3: pure wraps a call.
model LevelAndCardinality
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  Pin pin;
  Integer n = cardinality(pin); // warning[E0312]@15: 'cardinality' is deprecated
  AssertionLevel level = if time > 1 then AssertionLevel.error else AssertionLevel.warning;
  parameter AssertionLevel known = AssertionLevel.warning;
  Real x = pure(time); // error[E0308]@17: the argument of 'pure' must be a call of a function
  Real y = pure(sin(time));
equation
  assert(time < 2, "late", known);
  assert(time < 2, "late", level); // error[E0304]@28: the level of 'assert' must be a parameter expression
  if cardinality(pin) == 0 then
    pin.v = 1;
  else
    pin.v = 2;
  end if;
end LevelAndCardinality;
