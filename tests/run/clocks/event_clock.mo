// A clock that ticks one second after its last tick: the tick itself
// lowers the condition again. Reference: by hand, ticks at 1, 2 and 3.
// simulate: --stop-time 3.5
// expect: n(0.9) = 0 +- 0
// expect: n(1.1) = 1 +- 0
// expect: n(2.1) = 2 +- 0
// expect: n(3.4) = 3 +- 0
// expect: mark(2.5) = 2 +- 1e-6
model EventClock
  Real mark(start = 0);
  Boolean fallen = time - mark >= 1;
  Real seen(start = 0);
  Integer n(start = 0);
  Integer count(start = 0);
equation
  seen = sample(time, Clock(fallen));
  mark = hold(seen);
  n = hold(count);
  when Clock(fallen) then
    count = previous(count) + 1;
  end when;
end EventClock;
