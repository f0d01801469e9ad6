// A relay with a hysteresis of 2.5e-6 switches every 5e-6 s, four thousand times in the first
// 0.02 s of a run of 1000 s; then nothing drives it any more, and x goes to 1.
// simulate: --stop-time 1000
// expect: x(0.01) = 0 +- 3e-6
// expect: x(1000) = 1 +- 1e-6
model ChatterThatEnds
  parameter Real h = 2.5e-6;
  Real x(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  on = x < -h or pre(on) and x < h;
  der(x) = if time < 0.02 then (if on then 1 else -1) else 1 - x;
end ChatterThatEnds;
