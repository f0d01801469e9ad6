// Trial points beyond the event ask for the root of a negative number: the step is made smaller, the
// event switches. Reference: z = 2/3.
// expect: event 1 = 1 +- 1e-5
// expect: z(end) = 0.66666666667 +- 1e-4
model RootBehindAnEvent
  Real x(start = 1, fixed = true), y = if x >= 0 then sqrt(x) else 0, z(start = 0, fixed = true);
equation
  der(x) = -1;
  der(z) = y;
  annotation(experiment(StopTime = 2, Interval = 0.25));
end RootBehindAnEvent;
