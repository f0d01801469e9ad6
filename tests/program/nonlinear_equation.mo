// An equation that nothing solves is left to Newton's method: one call of the solver where it is needed, with a routine for the
// residual and one for its derivative: d(y + exp(y))/dy has the exponential, too.
// count in derivatives: 0 solve
// count in outputs: 1 solve
model NonlinearEquation
  Real x(start = 1, fixed = true), y(start = 0);
equation
  der(x) = -x;
  y + exp(y) = x;
end NonlinearEquation;
