// 17.1: a delayed transition with the condition ticksInState() >= 5 lets its state be active for five ticks: 10 to 14 ms, no more at 15 ms.
//
// simulate: --stop-time 0.02
// expect: second.$active(0.0095) = 0
// expect: second.$active(0.0105) = 1
// expect: second.$active(0.0145) = 1
// expect: second.$active(0.0155) = 0
// expect: third.$active(0.0155) = 1
model DelayedByTicks
  block Empty
  end Empty;
  Empty first, second, third;
equation
  initialState(first);
  transition(first, second, sample(time, Clock(1, 1000)) > 0.0095);
  transition(second, third, ticksInState() >= 5, immediate = false);
end DelayedByTicks;
