// Equal expressions are computed once in a routine, wherever they stand.
// count in derivatives: 1 <- sin
// count in derivatives: 1 <- exp
model SharedSubexpressions
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = sin(x + y)*exp(x) + sin(x + y);
  der(y) = exp(x)*sin(x + y);
end SharedSubexpressions;
