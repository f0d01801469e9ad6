// simulate: --stop-time 1
model DelayBeyondItsMaximum
  Real x = delay(time, 1 + sin(10*time), 1);  // error[E0711]: the delay time is 1.0
end DelayBeyondItsMaximum;
