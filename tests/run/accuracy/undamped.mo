// Undamped oscillation: what is lost or gained in a step is never forgotten. `auto` takes a method
// that keeps it, also when a relation watches the solution. Reference: 100 periods lead back to the
// start; the goal is a hundred tolerances.
// simulate: --tolerance 1e-4
// simulate: --tolerance 1e-6
// simulate: --tolerance 1e-6 --engine interpret
// expect: x(end) = 1 +- 1e-4
// expect: v(end) = 0 +- 1e-4
// expect: y(end) = 1e-3 +- 1e-5
model Undamped
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real y(start = 1e-3, fixed = true), u(start = 0, fixed = true);
  Boolean up = x > 0.5;
equation
  der(x) = v;
  der(v) = -x;
  der(y) = 2*u;
  der(u) = -2*y;
  annotation(experiment(StopTime = 628.318530717958648, Interval = 1));
end Undamped;
