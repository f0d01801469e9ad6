// simulate: --start-time 2 --stop-time 3
// The same for any start time: the first values are those before the event.
// expect: after(2-) = 0
// expect: after = 1
// expect: n = 1
// expect: event 1 = 2
model TimeAfterALateStart
  Boolean after = time > 2;
  Integer n(start = 0, fixed = true);
equation
  when after then
    n = pre(n) + 1;
  end when;
end TimeAfterALateStart;
