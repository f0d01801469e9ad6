// Steps at 0.5, 1, 1.5 and at the stop time.
// expect: k(0.25) = 0
// expect: k(0.75) = 1
// expect: k(1.25) = 2
// expect: k(1.75) = 3
// expect: k(end) = 4
// expect: events = 4
model IntegerOfTime
  Integer k = integer(2*time);
  annotation(experiment(StopTime = 2, Interval = 0.25));
end IntegerOfTime;
