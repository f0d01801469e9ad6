// Both edges of dips that are 2 ms wide: x < 0 while |sin(10 t)| < 0.01, about t = k pi/10.
// Reference: asin(0.01)/10 = 0.0010000166675.
// simulate: --stop-time 1 --intervals 5000
// expect: b(0.314159265) = 1
// expect: event 1 = 0.0010000166675 +- 1e-7
// expect: event 2 = 0.3131592486915 +- 1e-7
// expect: event 3 = 0.3151592820265 +- 1e-7
// expect: event 6 = 0.9414778110 +- 1e-7
// expect: events = 7
model NarrowDips
  Real x = sin(10*time)^2 - 1e-4;
  Boolean b = x < 0;
end NarrowDips;
