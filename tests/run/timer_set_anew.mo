// Two timers of one second, the second set when the first has run out: the relation of the
// second also becomes due at t = 1, with its old start, and must not fire then.
// Reference: b rises at 2 by definition.
// simulate: --stop-time 3
// expect: a(0.5) = 0 +- 0
// expect: a(1.5) = 1 +- 0
// expect: b(1.5) = 0 +- 0
// expect: b(2.5) = 1 +- 0
model TimerSetAnew
  discrete Real begin(start = 0, fixed = true);
  Boolean a = time >= 1;
  Boolean b(start = false, fixed = true);
equation
  when a then
    begin = time;
  end when;
  b = pre(b) or a and time >= begin + 1;
end TimerSetAnew;
