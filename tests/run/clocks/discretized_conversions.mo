// What leaves a partition with differential equations, also in expressions and one tick late.
// Reference: by hand, x = 0.9^k with the explicit Euler method and steps of 0.1.
// simulate: --stop-time 0.45
// expect: y(0.05) = 1 +- 1e-12
// expect: y(0.25) = 0.81 +- 1e-12
// expect: z(0.02) = 3 +- 1e-12
// expect: z(0.17) = 2.8 +- 1e-12
// expect: w(0.25) = 2 +- 1e-12
// expect: w(0.35) = 1.729 +- 1e-12
model DiscretizedConversions
  Real x(start = 1, fixed = true), y, z, w(start = 0);
equation
  der(x) = -x + sample(0.0, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  y = subSample(x, 2);
  z = superSample(2*x + previous(x), 2);
  w = subSample(x + 1, 3);
end DiscretizedConversions;
