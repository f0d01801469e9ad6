// A jump has two rows at the same time, the left and the right value. Reference: by hand.
// simulate: --stop-time 2 --intervals 4
// expect: y(1-) = 0
// expect: y(1) = 1
// expect: event 1 = 1 +- 0
// expect: events = 1
model LeftAndRight
  Real y = if time > 1 then 1 else 0;
end LeftAndRight;
