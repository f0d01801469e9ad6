// sin(20*x) with x = time exceeds 0.9 from asin(0.9)/20 = 0.0559885 on and again one period
// (0.3141593) later: two warnings, and the run goes on.
// expect: warning y is large (at time 0.0559
// expect: warning y is large (at time 0.3701
// expect: warning holds again
// expect: x = 0.5 +- 1e-6
model WarningOncePerCrossing
  Real x(start = 0, fixed = true), y = sin(20*x);
equation
  der(x) = 1;
  assert(y < 0.9, "y is large", AssertionLevel.warning);
  annotation(experiment(StopTime = 0.5, Interval = 0.002));
end WarningOncePerCrossing;
