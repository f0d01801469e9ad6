// Events that fall on the stop time are executed: the last time has two rows.
// expect: n(1-) = 9
// expect: n(end) = 10
// expect: late(1-) = false
// expect: late(end) = true
// expect: done(end) = true
// expect: x(end) = 5
model EventsAtTheEnd
  discrete Integer n(start = 0, fixed = true);
  Boolean late = time >= 1;
  discrete Boolean done(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  when terminal() then
    done = true;
  end when;
  when time >= 1 then
    reinit(x, 5);
  end when;
  annotation(experiment(StopTime = 1));
end EventsAtTheEnd;
