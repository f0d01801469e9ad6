// Ten thousand conditions become true at the same instants: one event each, at 0.25, 0.5 and
// 0.75; at 0.9 the second condition changes, at 1 the clock ticks in vain.
// simulate: --intervals 4
// expect: events = 5
// expect: total(0.6) = 20000
// expect: total(end) = 30000
model SimultaneousEvents
  parameter Integer n = 10000;
  discrete Integer k[n](each start = 0, each fixed = true);
  Integer total = sum(k);
equation
  for i in 1:n loop
    when sample(0.25, 0.25) and time < 0.9 then
      k[i] = pre(k[i]) + 1;
    end when;
  end for;
  annotation(experiment(StopTime = 1));
end SimultaneousEvents;
