// Two thousand events of a state, spread over a run that begins long before time zero: they are as far apart there as
// behind it, and no chattering.
// reference: an oscillation of 1 Hz changes its sign 2000 times in 1000 s
// simulate: --start-time -2000 --stop-time -1000 --intervals 2
// expect: n(-1000) = 2000 +- 1
model ManyBeforeTimeZero
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 2*acos(-1.0)*v;
  der(v) = -2*acos(-1.0)*x;
  when {x > 0, x <= 0} then
    n = pre(n) + 1;
  end when;
end ManyBeforeTimeZero;
