// A table of inputs goes on when the structure changes, at a point of a line and at a jump. By hand: u = t, the structure changes at 0.5 s, where
// x = 1/8 and y goes on from 1/2 as a state; x(2) = 1/8 + 4 - 1/4, y(2) = 1/2 + 2 - 1/8. At 2 s u jumps to 10, and the first structure is back.
//
// simulate: --stop-time 3 --tolerance 1e-9 --interval 0.25 --inputs tests/run/modes/inputs.csv
// expect: x(0.5) = 0.125 +- 1e-7
// expect: fast(1) = 1
// expect: x(1.75) = 2.9375 +- 1e-6
// expect: y(1.75) = 1.90625 +- 1e-6
// expect: u(1.75) = 1.75 +- 1e-12
// expect: fast(2.5) = 0
// expect: x(3) = 13.875 +- 1e-6
// expect: y(3) = 10 +- 1e-9
model InputsInModes
  input Real u;
  Boolean fast(start = false, fixed = true) annotation(__Tarn(structural = true));
  Real x(start = 0, fixed = true), y;
equation
  if fast then
    der(x) = 2*u;
    der(y) = u;
  else
    der(x) = u;
    y = u;
  end if;
  when u > 5 then
    fast = false;
  elsewhen u > 0.5 then
    fast = true;
  end when;
end InputsInModes;
