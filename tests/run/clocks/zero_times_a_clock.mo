// 16.7: m belongs to the clock of subSample(n, 2), though it adds nothing: m counts the ticks of the slow clock, 0, 2, 4, ... tenths.
//
// simulate: --stop-time 0.95
// expect: n(0.95) = 10
// expect: m(0.95) = 5
model ZeroTimesAClock
  Integer n(start = 0), m(start = 0);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  m = previous(m) + 1 + 0*subSample(n, 2);
end ZeroTimesAClock;
