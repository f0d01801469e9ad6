// Actions inside algorithm sections: terminate and assert in when-statements, also behind a condition, and a when over
// a vector of conditions (8.3.5, 11.2.7 of the specification). Samples at 0.1, 0.2, ...: n counts those of the first
// condition alone; terminate comes at the fourth.
//
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: n(end) = 4
// expect: m(end) = 1
// expect: started = 1
model AlgorithmActions
  discrete Integer n(start = 0), m(start = 0), started(start = 0);
initial algorithm
  started := 1;
  if started > 5 then
    assert(false, "never");
  end if;
algorithm
  when {sample(0.1, 0.1), time > 0.95} then
    n := pre(n) + 1;
    if n >= 4 then
      terminate("four are enough");
    end if;
  end when;
algorithm
  when time > 0.25 then
    m := 1;
    assert(m == 1, "m is set before this is read");
  end when;
equation
  when initial() then
    started = pre(started);
  end when;
end AlgorithmActions;
