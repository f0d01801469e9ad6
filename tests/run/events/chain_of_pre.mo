// A value handed on by pre() passes through the whole chain within the instant: the event is
// iterated until nothing changes. Reference: by hand.
// simulate: --stop-time 2
// expect: b(1-) = 0
// expect: c(1) = 1
// expect: x(end) = 1 +- 1e-9
// expect: events = 1
model ChainOfPre
  Boolean a = time >= 1, b(start = false, fixed = true), c(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  b = pre(a);
  c = pre(b);
  der(x) = if c then 1 else 0;
end ChainOfPre;
