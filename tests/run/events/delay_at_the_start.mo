// Before the start there is no history: delay() returns the value at the start, also while the
// start values are computed.
// The numbers: k = integer(delay(u, 1)) with u = 3 before 1 s, 5 after it; table[3] = 30.
model DelayAtTheStart
  constant Integer table[5] = {10, 20, 30, 40, 50};
  Real u = if time < 1 then 3 else 5;
  Integer y = table[integer(delay(u, 1))];
  annotation(experiment(StopTime = 3));
end DelayAtTheStart;
// expect: y(start) = 30
// expect: y(1.9) = 30
// expect: y(2.1) = 50
