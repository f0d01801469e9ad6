// Ticks every 0.3 s, output every second: the rows are in order of time (the reader of results checks
// that), and the states see each held value: 0.3*(1 + ... + 10).
// expect: x(3.0) = 16.5 +- 1e-6
model TicksBetweenOutputPoints
  Integer n(start = 0);
  Real x(start = 0, fixed = true);
equation
  when Clock(3, 10) then
    n = previous(n) + 1;
  end when;
  der(x) = hold(n);
  annotation(experiment(StopTime = 3, Interval = 1));
end TicksBetweenOutputPoints;
