// Clocks count their ticks from the start.
// simulate: --stop-time 1
// error[E0004]@0: the structure of the model changes while it runs: a clock is not supported then
model ClockInAMode
  Boolean b(start = true, fixed = true) annotation(__Tarn(structural = true));
  Real x = sample(time, Clock(1, 10));
equation
  when time > 0.5 then
    b = false;
  end when;
end ClockInAMode;
