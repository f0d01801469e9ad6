// Everything happens within 100 ns: constants of the event handling must scale with the span.
// expect: event 1 = 3e-8 +- 1e-15
// expect: event 2 = 6e-8 +- 1e-14
// expect: x(end) = 1 +- 1e-6
model VeryShortRun
  Real x(start = 0, fixed = true), u = if time < 3e-8 then 0 else 1;
  Boolean b = x > 0.5;
equation
  der(x) = u/6e-8;
  annotation(experiment(StopTime = 9e-8, Interval = 1e-9));
end VeryShortRun;
