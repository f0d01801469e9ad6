// One tick, at time 2, which sees the condition that made it.
// expect: z(1.5) = 0
// expect: z(2.5) = 1
model TickOfACondition
  Real level = 3 - time;
  Boolean low = level < 1, y = sample(low, Clock(low)), z = hold(y);
  annotation(experiment(StopTime = 3, Interval = 0.5));
end TickOfACondition;
