// Every step of integer() is an event, the one at the stop time included. Reference: by hand.
// simulate: --stop-time 2 --intervals 30
// expect: k(0.5-) = 0
// expect: k(0.5) = 1
// expect: k(1.5) = 3
// expect: k(1.99) = 3
// expect: k(end) = 4
// expect: events = 4
model StepsOfInteger
  Integer k = integer(2*time);
end StepsOfInteger;
