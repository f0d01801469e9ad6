// simulate: --stop-time 1
// An event that changes the flag at each of its own iterations, in a component.
model Switch
  Boolean b;
equation
  b = not pre(b);  // note[E0704]: lamp.b = not pre(lamp.b)
end Switch;
model AFlagForEver
  Switch lamp;  // error[E0704]@10: in 'lamp', a 'Switch': the event at time 0 does not settle: 'lamp.b' changes for ever
end AFlagForEver;
