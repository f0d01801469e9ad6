// Interval = 0.3 in a run of 1 gives points at 0.3, 0.6, 0.9 and the end, not three equal parts:
// between them a result is a straight line, so at 0.45 it is the mean of 0.3^2 and 0.6^2.
// expect: y(0.45) = 0.225 +- 1e-6
// expect: y(0.95) = 0.905 +- 1e-6
// expect: y(1) = 1 +- 1e-6
model OutputIntervals
  Real x(start = 0, fixed = true), y = x^2;
equation
  der(x) = 1;
  annotation(experiment(Interval = 0.3, StopTime = 1));
end OutputIntervals;
