// Without any clock the fastest partition ticks every second, with a warning [MLS 16.3]. Reference:
// by hand, sin(sin(1)) at the second tick.
// simulate: --stop-time 1.5
// expect: warning nothing determines the clock of this partition
// expect: x[1](0.5) = 0.841470984808 +- 1e-10
// expect: x[2](1.2) = 0.745624141666 +- 1e-10
// expect: slow(1.2) = 1 +- 0
// expect: fast(0.5) = 1 +- 0
// expect: fast(1.2) = 2 +- 0
model DefaultClock
  Real x[2](each start = 1) = sin(previous(x));
  Integer slow(start = 0), fast(start = 0);
equation
  slow = previous(slow) + subSample(fast, 3);
  fast = previous(fast) + 1;
end DefaultClock;
