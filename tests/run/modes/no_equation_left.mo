// A mode that has no solution ends the run, with what it is and when.
//
// simulate: --stop-time 2
// expect: status = 3
// expect: error no equation determines 'x'
model NoEquationLeft
  Boolean gone(start = false, fixed = true) annotation(__Tarn(structural = true));
  Real x;
equation
  if not gone then
    x = time;
  end if;
  when time > 1 then
    gone = true;
  end when;
end NoEquationLeft;
