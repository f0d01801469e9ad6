// A clock of events cannot tick between them (16.5.2): a factor of 4/5, a half, a third.
model ClocksBetweenEvents
  Clock u = Clock(time > 0.5), y1 = subSample(u, 4), y2 = superSample(y1, 2);
  Clock y3 = superSample(u, 2); // error[E0545]@14: this clock would have to tick between the events of the clock it is made from
  Clock y4 = superSample(y1, 5); // error[E0545]@14: this clock would have to tick between the events of the clock it is made from
  Clock y5 = shiftSample(u, 2, 3); // error[E0545]@14: this clock would have to tick between the events of the clock it is made from
end ClocksBetweenEvents;
