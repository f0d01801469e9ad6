// A loop of two unknowns with three solutions. The one that the start chooses comes close to a fold,
// where Newton's method leads from one end of a step to the solution on the other side: it is not
// taken, the step is made shorter. Reference: x = sin(t), and a is the smallest root of
// a^3 - a = 0.38 sin(30), in which b has no part above 1e-6.
// simulate: --tolerance 1e-2
// simulate: --tolerance 1e-2 --method dopri5
// simulate: --tolerance 1e-3
// simulate: --tolerance 1e-4 --method radau5
// expect: a(30) = -1.15154 +- 0.01
// expect: status = 0
model BranchBesideAFold
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Real a(start = -1), b(start = 0);
equation
  der(x) = v;
  der(v) = -x;
  a^3 - a + 1e-6*sin(b) = 0.38*x;
  b^3 + b + 1e-6*sin(a) = 0.38*x;
  annotation(experiment(StopTime = 30));
end BranchBesideAFold;
