// x >= 0.5 is true before the reinit and false after it: that is no second edge.
// expect: p(0.9) = 1
// expect: p(1.2) = 1
// expect: p(1.8) = 2
model ConditionAfterReinit
  Real x(start = 0, fixed = true);
  Boolean c;
  Integer p(start = 0, fixed = true);
equation
  der(x) = 1;
  c = x >= 1;
  when c then
    reinit(x, 0);
  end when;
  when x >= 0.5 then
    p = pre(p) + 1;
  end when;
  annotation(experiment(StopTime = 1.9, Interval = 0.1));
end ConditionAfterReinit;
