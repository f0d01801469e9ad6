// A relation of Reals generates an event (8.5): its truth is a variable that an equation of the event determines,
// and the continuous equation reads that variable.
// line: relation (x > 0.5)
// line: (x > 0.5) = x > 0.5 (discrete)
// line: y = if (x > 0.5) then 1.0 else 2.0
// count: 1 relation
model Relations
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = -x;
  y = if x > 0.5 then 1 else 2;
  z = if x > 0.5 then x else -x; // the same relation: one memory serves both
end Relations;
