// A delayed jump is a jump: nothing is interpolated across it. Reference: by hand.
// simulate: --stop-time 2 --intervals 7
// expect: d(1.49) = 1
// expect: d(1.51) = 4
// expect: event 2 = 1.5 +- 1e-9
// expect: events = 2
model DelayOfAStep
  Integer u = if time < 1 then 1 else 4;
  Integer d = integer(delay(u, 0.5));
end DelayOfAStep;
