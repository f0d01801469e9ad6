// An event clock samples its own condition: it ticks once, and the condition is true then.
// Reference: by hand.
// simulate: --stop-time 3
// expect: seen(1.9) = 0
// expect: seen(2.1) = 1
// expect: count(end) = 1
model ClockOfItsOwnCondition
  Real level = 3 - time;
  Boolean low = level < 1;
  Boolean y(start = false) = sample(low, Clock(low));
  Boolean seen = hold(y);
  Integer n(start = 0);
  Integer count = hold(n);
equation
  when Clock(low) then
    n = previous(n) + 1;
  end when;
end ClockOfItsOwnCondition;
