// simulate: --stop-time 1
model DelayBeyondItsMaximum
  Real x = delay(time, 1 + sin(10*time), 1);
end DelayBeyondItsMaximum;
// error[E0711]@0: tests/errors/run/delay_beyond_its_maximum.mo:3:12: the delay time is 1.0
