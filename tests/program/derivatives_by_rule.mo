// The linearization is made of derivatives, not of differences: d(x*sin(x))/dx = sin(x) + x*cos(x).
// count in linearization: 1 <- cos
// count in linearization: 1 <- sin
// count in linearization: 1 <- +
model DerivativesByRule
  Real x(start = 1, fixed = true);
equation
  der(x) = x*sin(x);
end DerivativesByRule;
