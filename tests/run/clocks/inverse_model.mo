// The inverse of a plant behind a filter, in a clocked partition: the equality of two states needs
// index reduction before the partition is discretized. Reference: by hand, with explicit Euler
// x[k] = 1 - 0.8^k, and v = der(z) + z = 2 (1 - x) + x.
// simulate: --stop-time 1.05
// expect: y(0.05) = 0 +- 1e-12
// expect: y(0.35) = 0.488 +- 1e-10
// expect: command(0.35) = 1.512 +- 1e-10
// expect: command(1.04) = 1.1073741824 +- 1e-9
model InverseModel
  Real x(start = 0, fixed = true) "filter";
  Real z "plant";
  Real u, v, y, command;
equation
  u = sample(1.0, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  der(x) = 2*(u - x);
  der(z) = v - z;
  z = x;
  y = hold(z);
  command = hold(v);
end InverseModel;
