// backSample goes back at most to the first tick of the base clock (16.5.2).
model ClockBeforeItsBase
  Clock u = Clock(3, 10), y1 = shiftSample(u, 3), y2 = backSample(y1, 2);
  Clock y3 = backSample(y1, 4); // error[E0545]@14: this clock would begin to tick before its base clock does
end ClockBeforeItsBase;
