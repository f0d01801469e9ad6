// Assertions and terminate are looked at, they determine nothing (8.3.7, 8.3.8): two equations for two unknowns remain.
// count in equations: 0 assert
// count in events: 1 assert x < 5.0
// count in events: 1 warn unless x > -5.0
// count in events: 1 terminate
model Asserts
  Real x(start = 1, fixed = true);
  Real y = 2*x;
equation
  der(x) = 1;
  assert(x < 5, "too large");
  assert(x > -5, "too small", AssertionLevel.warning);
  when x > 3 then
    terminate("enough");
  end when;
end Asserts;
