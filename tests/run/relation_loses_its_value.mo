// expect: status = 3
// expect: error the conditions for events cannot be evaluated
// A relation that has no value any more where its branch is taken: x = 1/2 - t, and no event comes.
model RelationLosesItsValue
  Real x(start = 0.5, fixed = true);
  Real y = if sqrt(x) > 0.5 then 1 else 2;
equation
  der(x) = -1;
  annotation (experiment(StopTime = 1));
end RelationLosesItsValue;
