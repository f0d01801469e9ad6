// Assertions are compared on their own, at points that are facts, not at every trial of the integrator.
// count in derivatives: 0 <- <
// count in asserts: 1 <- <
model AssertsApart
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x < 5, "x is too large");
end AssertsApart;
