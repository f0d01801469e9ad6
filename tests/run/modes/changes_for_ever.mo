// Modes that send the run to each other at one instant are an error.
//
// simulate: --stop-time 2
// expect: status = 3
// expect: error the structure changes for ever at time 1
model ChangesForEver
  Boolean up(start = true, fixed = true) annotation(__Tarn(structural = true));
  Real x;
equation
  if up then
    x = 1;
    up = time < 1;
  else
    x = 2;
    up = time >= 1;
  end if;
end ChangesForEver;
