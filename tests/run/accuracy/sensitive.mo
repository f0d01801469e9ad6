// Lorenz' equations: solutions drift apart by e in about a time unit, so that after sixty nothing is
// left of twelve digits at the start. The run says so.
// simulate: --tolerance 1e-6
// simulate: --tolerance 1e-6 --method cvode
// expect: warning errors grow so much that
model Sensitive
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = 10*(y - x);
  der(y) = x*(28 - z) - y;
  der(z) = x*y - 8/3*z;
  annotation(experiment(StopTime = 60));
end Sensitive;
