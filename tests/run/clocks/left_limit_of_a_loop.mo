// What sample() reads is the left limit at the tick [MLS 16.5.1], a known value: a loop that is
// solved anew in every pass of the event, to the tolerance of its solver only, asks for no further
// pass, discrete variables do [MLS B.1]. Reference: at rest x = 1 + 0.1 h and h = 1 - 0.4 v, so
// v^3 + 1.44 v = 4.1, v = 1.3047483808 by Newton's method.
// simulate: --stop-time 20
// simulate: --stop-time 20 --engine interpret
// expect: v(20) = 1.3047483808 +- 1e-6
model LeftLimitOfALoop
  Real v(start = 1), x(start = 0, fixed = true);
  Real s = sample(v, Clock(0.01)), g = 1 - 0.4*s, h = hold(g);
equation
  der(x) = 1 - x + 0.1*h;
  v^3 + v = 2 + x + h;
end LeftLimitOfALoop;
