// expect: n(0.0) = 1
// expect: n(0.95) = 10
model TicksCounted
  Integer n(start = 0);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.95, Interval = 0.05));
end TicksCounted;
