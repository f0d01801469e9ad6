// reference: true, false from 1
// simulate: --stop-time 2 --intervals 4
// expect: b(0.5) = 1
// expect: b(1.5) = 0
model BooleanWithMemory
  Boolean b(start = true, fixed = true);
equation
  b = pre(b) and time < 1;
end BooleanWithMemory;
