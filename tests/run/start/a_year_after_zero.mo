// Half a year after time zero the points of the output grid are told apart in the last digits only:
// the run comes to its end. Reference: x = sin(w t), b is true for half of every period.
// simulate: --start-time 15552000 --stop-time 15724800
// simulate: --start-time 10368000 --stop-time 10540800
// expect: x = 0 +- 1e-3
// expect: b = 1 +- 0
model AYearAfterZero
  constant Real w = 2*3.14159265358979/86400;
  Real x(start = 0, fixed = true), v(start = w, fixed = true);
  Boolean b = x > 0;
equation
  der(x) = v;
  der(v) = -w^2*x;
end AYearAfterZero;
