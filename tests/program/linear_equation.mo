// A linear equation is solved by the compiler: one quotient, no solver.
// count in outputs: 1 <- /
// count: 0 solve
model LinearEquation
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  3*y + x = 2*x;
end LinearEquation;
