// y = time solves the loop twice over, so that nothing changes its sign there, and Newton's corrections shrink by
// half until rounding ends them: the change of sign at y = time + 3 is none of this solution's. Reference: y = time.
// simulate: --stop-time 1
// simulate: --stop-time 1 --engine interpret
// expect: y(0.5) = 0.5 +- 1e-5
// expect: y(1.0) = 1 +- 1e-5
model DoubleRootStays
  Real x(start = 0, fixed = true), y(start = 0.01), u, v, w;
equation
  der(x) = 1;
  u = y - x;
  v = u*u;
  w = y - x - 3;
  v*w = 0;
end DoubleRootStays;
