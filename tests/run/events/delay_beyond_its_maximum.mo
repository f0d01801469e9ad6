// The delay grows with time and passes its maximum of 0.7 at time 1: what is older is not kept.
// expect: status = 3
// expect: error the delay time is
// expect: error not between 0 and 0.7
model DelayBeyondItsMaximum
  Real x(start = 0, fixed = true), y = delay(sin(x), 0.2 + 0.5*x, 0.7);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 2, Interval = 0.1));
end DelayBeyondItsMaximum;
