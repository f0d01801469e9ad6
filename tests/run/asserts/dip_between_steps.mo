// y = cos(20*time) is below -0.9 from (pi - acos(0.9))/20 = 0.1345285 on for 0.045; the steps are
// longer than that, the output points are not.
// expect: status = 3
// expect: error an assertion failed at time 0.13452
model DipBetweenSteps
  Real x(start = 0, fixed = true), y = cos(20*x);
equation
  der(x) = 1;
  assert(y > -0.9, "too low");
  annotation(experiment(StopTime = 1, Interval = 0.01));
end DipBetweenSteps;
