// Ticks that coincide at the end of a run are one event there, although 60*0.1 is a little more
// than 6. Reference: by hand.
// simulate: --stop-time 6
// expect: a = 7 +- 0
// expect: b = 61 +- 0
model LastTick
  Integer a(start = 0), b(start = 0);
equation
  when Clock(1, 1) then
    a = previous(a) + 1;
  end when;
  when Clock(1, 10) then
    b = previous(b) + 1;
  end when;
end LastTick;
