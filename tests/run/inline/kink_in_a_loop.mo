// An amplifier with limits inside the loop of the step. Iterated on is what the limiter takes, so that
// it is evaluated and not inverted: an error of the guess, enlarged 15000 times, would put the output
// to its limits and Newton's method to and fro. Reference: the method radau5 at tolerance 1e-12,
// without inlining; it takes 80 steps at 1e-7.
// simulate: --inline radau5 --tolerance 1e-7
// simulate: --inline lobatto4 --tolerance 1e-7
// expect: steps <= 200
// expect: v(5e-3) = 1.1719153254607568 +- 1e-4
model KinkInALoop
  parameter Real A = 15000, limit = 10, R = 100, C = 16e-6, L = 1.6e-3, b = 0.9;
  Real v(start = 1, fixed = true), i(start = 0, fixed = true), e, u;
equation
  e = v - b*u;
  u = noEvent(if A*e > limit then limit elseif A*e < -limit then -limit else A*e);
  C*der(v) = (u - v)/R - i;
  L*der(i) = v;
  annotation(experiment(StopTime = 5e-3));
end KinkInALoop;
