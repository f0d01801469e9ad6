// Trial points may lie where an assertion fails; accepted ones do not. Reference: exp(-time).
// simulate: --stop-time 20 --tolerance 1e-4
// expect: x(end) = 0 +- 1e-3
model AssertAtTrialPoints
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x > -1e-3, "x is negative");
end AssertAtTrialPoints;
