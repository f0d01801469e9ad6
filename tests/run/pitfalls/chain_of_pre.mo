// All rise at the same instant, in passes of one event.
// expect: events = 1
// expect: x(2.0) = 1 +- 1e-9
// expect: c(1.0) = 1
// expect: c(1.0-) = 0
model ChainOfPre
  Boolean a0(start = false, fixed = true), b(start = false, fixed = true), c;
  Real x(start = 0, fixed = true);
equation
  a0 = time >= 1;
  b = pre(a0);
  c = pre(b);
  der(x) = if c then 1 else 0;
  annotation(experiment(StopTime = 2, Interval = 0.5));
end ChainOfPre;
