// simulate: --stop-time 1
model EventWithoutEnd
  Boolean b(start = false, fixed = true);
equation
  b = not pre(b);  // error[E0704]: the event at time 0 does not settle: 'b' changes for ever
end EventWithoutEnd;
