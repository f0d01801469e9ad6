// A day: sin(2*pi*t/3600) crosses one half twice an hour, first at 300 s.
// expect: event 1 = 300 +- 1e-3
// expect: events = 48
model VeryLongRun
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Boolean b = x > 0.5;
  constant Real w = 2*3.14159265358979/3600;
equation
  der(x) = w*v;
  der(v) = -w*x;
  annotation(experiment(StopTime = 86400, Interval = 60, Tolerance = 1e-10));
end VeryLongRun;
