// x = 1/(1 - t) has no value at time 1.
// simulate: --stop-time 2
model InfiniteInFiniteTime
  Real x(start = 1, fixed = true);
equation
  der(x) = x*x;  // error[E0703]: stopped at time 1.0
end InfiniteInFiniteTime;
