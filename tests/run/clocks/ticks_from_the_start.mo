// The first tick is at the start; ticks do not drift. Reference: by hand.
// simulate: --stop-time 0.95
// expect: k(0) = 1
// expect: k(0.05) = 1
// expect: k(0.15) = 2
// expect: k(0.91) = 10
model TicksFromTheStart
  Integer n(start = 0);
  Integer k = hold(n);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
end TicksFromTheStart;
