// 16 and 8.3.7: assert, terminate and calls in a clocked partition act at its ticks, 0, 0.1, 0.2, ...: the warning comes with the
// tick at 0.2, the run ends with that at 0.5. a counts the ticks, and takes its value by a call with two results.
//
// simulate: --stop-time 1 --intervals 10
// expect: warning two at 2
// expect: a(end) = 6
// expect: b(end) = 12
// expect: e(end) = 1
// expect: event 5 = 0.5 +- 1e-9
model ActionsAtTicks
  function both
    input Integer x;
    output Integer y = x;
    output Integer z = 2*x;
  algorithm
  end both;
  function check
    input Real x;
  algorithm
    assert(x < 100, "never");
  end check;
  Clock c = Clock(1, 10);
  Integer a(start = 0), b(start = 0), e(start = 0);
  Real t = sample(time, c);
equation
  when c then
    (a, b) = both(previous(a) + 1);
  end when;
  if a == 3 then
    assert(t > 0.25, "two at " + String(previous(a)), AssertionLevel.warning);
    e = 3;
  else
    check(t);
    e = 1;
  end if;
  if a > 5 then
    terminate("enough");
  end if;
end ActionsAtTicks;
