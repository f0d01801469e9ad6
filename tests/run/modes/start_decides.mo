// An initial equation gives the structural variable another value than its start value: that mode begins. A mode that is left at once, at the event
// that made it, has no rows.
//
// simulate: --stop-time 1
// expect: y(0) = 3
// expect: level(0.25) = 3
// expect: level(1) = 1
// expect: y(1) = 1
model StartDecides
  Integer level(start = 1) annotation(__Tarn(structural = true));
  Real x[level] = {i + 0*time for i in 1:level}, y = x[level];
initial equation
  level = 3;
equation
  when time > 0.5 then
    level = 2;
  elsewhen pre(level) == 2 then
    level = 1;
  end when;
end StartDecides;
