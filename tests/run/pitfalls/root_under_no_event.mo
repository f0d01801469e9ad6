// x = 1 - time; with noEvent the branch is chosen by the value at hand, never by a memory.
// expect: y(0.75) = 0.5 +- 1e-9
// expect: y(1.5) = 0
// expect: z(end) = 0.66666666667 +- 1e-4
// expect: events = 0
model RootUnderNoEvent
  Real x(start = 1, fixed = true), y = if noEvent(x >= 0) then sqrt(x) else 0;
  Real z(start = 0, fixed = true);
equation
  der(x) = -1;
  der(z) = y;
  annotation(experiment(StopTime = 2, Interval = 0.25));
end RootUnderNoEvent;
