// An event clock ticks when edge(condition) becomes true. Before the start the condition has its
// start value: with start = true the one that holds from the start on does not tick there.
// Reference: by hand, cos(15 t) is positive at first and rises at 3 pi/30 and 7 pi/30.
// simulate: --stop-time 1
// expect: n(0.3) = 0 +- 0
// expect: n(0.4) = 1 +- 0
// expect: n(1.0) = 2 +- 0
// expect: m(0.0) = 1 +- 0
// expect: m(1.0) = 3 +- 0
// expect: first(0.1) = 7 +- 0
// expect: first(0.5) = 0.314159265359 +- 1e-6
model ConditionFromTheStart
  Boolean before(start = true) = cos(15*time) > 0;
  Integer k(start = 0), l(start = 0), n = hold(k), m = hold(l);
  Real length(start = -1), rest(start = 0), first;
equation
  when Clock(before) then
    k = previous(k) + 1;
  end when;
  when Clock(cos(15*time) > 0, startInterval = 7) then
    l = previous(l) + 1;
    length = interval();
    rest = if firstTick() then 7 else sample(time);
  end when;
  first = if hold(l) == 1 then hold(length) else 3.141592653589793/10 + 0*hold(rest);
end ConditionFromTheStart;
