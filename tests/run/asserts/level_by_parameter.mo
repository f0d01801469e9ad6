// The level of an assertion is an expression that is evaluated when the model is translated (specification 8.3.7).
// expect: status = 0
// expect: warning late
// expect: x(1) = 1
model LevelByParameter
  parameter AssertionLevel level = if strict then AssertionLevel.error else AssertionLevel.warning;
  parameter Boolean strict = false;
  Real x = time;
equation
  assert(x < 0.5, "late", level);
end LevelByParameter;
