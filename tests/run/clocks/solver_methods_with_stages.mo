// Solver methods with stages, one step of 0.1 between ticks. Reference: by hand, der(x) = -x has
// after k ticks (1 - h + h^2/2)^k with the midpoint rule and (1 - h + h^2/2 - h^3/6 + h^4/24)^k with
// Runge and Kutta's; inputs count halfway between the ticks, so that the integral of time is exact;
// y^3 + y = x has the root 0.6823278038 at x = 1, where x = 2 - t arrives at t = 1.
// simulate: --stop-time 1.05
// expect: midpoint(0.05) = 1 +- 1e-12
// expect: midpoint(0.15) = 0.905 +- 1e-12
// expect: midpoint(1.02) = 0.36854098 +- 1e-8
// expect: fourth(0.15) = 0.9048375 +- 1e-12
// expect: fourth(1.02) = 0.36787977 +- 1e-8
// expect: area(1.02) = 0.5 +- 1e-12
// expect: root(1.02) = 0.6823278038 +- 1e-9
// expect: states = {}
model SolverMethodsWithStages
  Real a(start = 1, fixed = true), b(start = 1, fixed = true);
  Real s(start = 0, fixed = true), x(start = 2, fixed = true), y(start = 1), u;
  Real midpoint, fourth, area, root;
equation
  der(a) = -a + sample(0.0, Clock(Clock(1, 10), solverMethod = "ExplicitMidPoint2"));
  der(b) = -b + sample(0.0, Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4"));
  u = time;
  der(s) = sample(u, Clock(Clock(1, 10), solverMethod = "ExplicitMidPoint2"));
  der(x) = -1 + sample(0.0, Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4"));
  y^3 + y = x;
  midpoint = hold(a);
  fourth = hold(b);
  area = hold(s);
  root = hold(y);
end SolverMethodsWithStages;
