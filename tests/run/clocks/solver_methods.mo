// der(x) = -x in clocked partitions, one step of 0.1 between ticks. Reference: by hand, after k
// ticks 0.9^k, 1.1^-k, (0.95/1.05)^k and exp(-k/10).
// simulate: --stop-time 1.05
// expect: explicitly(0.05) = 1 +- 1e-12
// expect: explicitly(0.15) = 0.9 +- 1e-12
// expect: explicitly(1.02) = 0.3486784401 +- 1e-10
// expect: implicitly(1.02) = 0.385543289 +- 1e-9
// expect: trapezoid(1.02) = 0.367572542 +- 1e-9
// expect: outside(1.02) = 0.36787944117 +- 1e-4
// expect: states = {d}
model SolverMethods
  Real a(start = 1, fixed = true), b(start = 1, fixed = true);
  Real c(start = 1, fixed = true), d(start = 1, fixed = true);
  Real explicitly, implicitly, trapezoid, outside;
equation
  der(a) = -a + sample(0.0, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  der(b) = -b + sample(0.0, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  der(c) = -c + sample(0.0, Clock(Clock(1, 10), solverMethod = "ImplicitTrapezoid"));
  der(d) = -d + sample(0.0, Clock(Clock(1, 10), solverMethod = "External"));
  explicitly = hold(a);
  implicitly = hold(b);
  trapezoid = hold(c);
  outside = hold(d);
end SolverMethods;
