// Nothing says how often y ticks: noClock tells only that it has the same base clock (16.5.2).
model ClockNotDetermined
  Real x(start = 0), y;
equation
  when Clock(1, 2) then
    x = previous(x) + 1;
  end when;
  y = noClock(x); // error[E0542]@3: nothing determines the clock of this partition: a conversion to it needs a factor
end ClockNotDetermined;
