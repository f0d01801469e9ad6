// simulate:
// simulate: --start-time 0 --stop-time 1 --method dopri5
// time > 0 is false at time 0 and true right after it: an event at the start (3.5, 8.5). Initial
// equations and the first values see it false, whens see it rise, in equations and algorithms.
// expect: n = 1
// expect: m = 1
// expect: risen = 1
// expect: after = 1
// expect: until = 0
// expect: from = 1
// expect: early = 0
// expect: seen = 2 +- 1e-12
// expect: seen_literally = 2 +- 1e-12
// expect: x = 11 +- 1e-8
// expect: counter = 4
model TimeAfterTheStart
  Boolean after = time > 0, until = time <= 0, from = time >= 0;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), risen(start = 0, fixed = true);
  Integer early(start = 0, fixed = true), counter(start = 0, fixed = true);
  Real seen, seen_literally, x(start = 3, fixed = true);
initial equation
  seen = if after then 1 else 2;
  seen_literally = if time > 0 then 1 else 2;
equation
  der(seen) = 0;
  der(seen_literally) = 0;
  der(x) = 1;
  when time > 0 then
    n = pre(n) + 1;
    reinit(x, 10);
  end when;
  when edge(after) and not until then
    risen = pre(risen) + 1;
  end when;
  when from then
    early = pre(early) + 1;
  end when;
  when time > 0.3*pre(counter) then
    counter = pre(counter) + 1;
  end when;
algorithm
  when 2*time + 1 > 1 then
    m := pre(m) + 1;
  end when;
end TimeAfterTheStart;
