// Events in the first second of thirty years keep their times. Reference: by hand.
// simulate: --stop-time 1e9 --intervals 2
// expect: event 1 = 0.2 +- 1e-9
// expect: event 2 = 0.5 +- 1e-9
// expect: event 3 = 0.7 +- 1e-9
// expect: b(0.3) = 0
// expect: n(0.6) = 1
// expect: n(end) = 2
model EarlyInALongRun
  Boolean b = time >= 0.5;
  Integer n(start = 0, fixed = true);
equation
  when time >= 0.2 then
    n = 1;
  elsewhen time >= 0.7 then
    n = 2;
  end when;
end EarlyInALongRun;
