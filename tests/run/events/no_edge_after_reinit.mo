// The jump of x from 1 to 0 lowers x >= 0.5 in the same instant: it rises again at 1.5 only.
// Reference: by hand.
// simulate: --stop-time 1.8
// expect: p(0.7) = 1
// expect: p(1.2) = 1
// expect: p(end) = 2
model NoEdgeAfterReinit
  Real x(start = 0, fixed = true);
  Boolean c = x >= 1;
  Integer p(start = 0, fixed = true);
equation
  der(x) = 1;
  when c then
    reinit(x, 0);
  end when;
  when x >= 0.5 then
    p = pre(p) + 1;
  end when;
end NoEdgeAfterReinit;
