// An interval that floating-point time cannot count is refused instead of never coming to an end.
// simulate: --stop-time 1
// simulate: --start-time 1000 --stop-time 1001 --set p=1e-10
// expect: status = 3
// expect: error instants of this run are not told apart so finely
model IntervalBelowResolution
  parameter Real p = 1e-308;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, p) then
    n = pre(n) + 1;
  end when;
end IntervalBelowResolution;
