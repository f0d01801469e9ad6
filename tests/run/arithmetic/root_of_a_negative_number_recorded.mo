// A variable that feeds nothing has no value any more: the run ends at that instant, what was
// found up to there is kept. reference: sqrt(1 - t) at 0.75 is 0.5
// expect: status = 3
// expect: error since when a value is not a finite number
// expect: error 's' = nan
// expect: s(0.75) = 0.5 +- 1e-5
// expect: x = 1 +- 1e-2
// simulate: --stop-time 2
// simulate: --stop-time 2 --method radau5
// simulate: --stop-time 2 --method dopri5
// simulate: --stop-time 2 --dae
model RootOfANegativeNumberRecorded
  Real x(start = 0, fixed = true);
  Real s = sqrt(1 - x);
equation
  der(x) = 1;
end RootOfANegativeNumberRecorded;
