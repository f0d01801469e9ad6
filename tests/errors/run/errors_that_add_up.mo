// Near its pole x = 1/(1 - t) multiplies every earlier error: d x/d x0 = 1/(1 - t)^2.
// simulate: --stop-time 0.999
model ErrorsThatAddUp
  Real x(start = 1, fixed = true);
equation
  der(x) = x*x;
end ErrorsThatAddUp;
// warning[E0720]@0: the error of 'x' may be
