// What constants determine is computed by the compiler: no logarithm at run time, and one product.
// count: 0 <- log
// count in derivatives: 1 <- *
// count in derivatives: 0 <- +
model FoldedConstants
  constant Real a = log(8)/log(2);
  Real x(start = 1, fixed = true);
equation
  der(x) = (a + 2*4 - 1)*x;
end FoldedConstants;
