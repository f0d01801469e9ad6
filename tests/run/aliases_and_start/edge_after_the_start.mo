// reference: initial() ends, and go rises
// simulate: --stop-time 2 --intervals 4
// expect: n(start) = 7
model EdgeAfterTheStart
  Integer n(start = 0, fixed = true);
  Boolean go = not initial();
equation
  when go then
    n = 7;
  end when;
end EdgeAfterTheStart;
