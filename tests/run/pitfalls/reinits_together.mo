// Both reinits see the values before the event.
// expect: y(1.5) = 11 +- 1e-6
// expect: x(1.5) = 0.5 +- 1e-6
model ReinitsTogether
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 0;
  when x >= 1 then
    reinit(x, 0);
    reinit(y, pre(x) + 10);
  end when;
  annotation(experiment(StopTime = 1.5, Interval = 0.5));
end ReinitsTogether;
