// Until its time has passed delay() returns the value at the start (3.7.4.1): that of the initial
// system, n = 0. What the event at the start makes of it, n = 1, is a jump like others and comes out
// one second later, and so does that of 0.5. y of a continuous signal has no such jump.
// simulate: --stop-time 2
// simulate: --stop-time 2 --engine interpret
// expect: n(0.25) = 1
// expect: d(0.25) = 0
// expect: d(0.99) = 0
// expect: d(1.01) = 1
// expect: d(1.49) = 1
// expect: d(1.51) = 2
// expect: seen(2) = 2
// expect: y(0.5) = 3 +- 1e-9
// expect: y(1.5) = 3.5 +- 1e-6
model DelayOfAJumpAtTheStart
  Boolean on = true, was = pre(on);
  discrete Integer n(start = 0, fixed = true), seen(start = 0, fixed = true);
  Real d = delay(n, 1), y = delay(3 + time, 1);
initial equation
  pre(on) = false;
equation
  when {was, time > 0.5} then
    n = pre(n) + 1;
  end when;
  when {d > 0.5, d > 1.5} then
    seen = pre(seen) + 1;
  end when;
end DelayOfAJumpAtTheStart;
