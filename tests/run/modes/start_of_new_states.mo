// States that the mode before did not have begin with their start values, or with what initial equations say about states that go on. Those that
// were there go on, whatever the initial equations say about the start.
//
// simulate: --stop-time 2 --tolerance 1e-9 --interval 0.5
// expect: x(2) = 3 +- 1e-9
// expect: z(1) = 20 +- 1e-7
// expect: z(2) = 21 +- 1e-7
// expect: y(1) = 5
// expect: y(1.5) = 5.5 +- 1e-9
model StartOfNewStates
  Boolean two(start = false, fixed = true) annotation(__Tarn(structural = true));
  Real x(start = 1, fixed = true), y(start = 5, fixed = true) if two, z if two;
equation
  der(x) = 1;
  if two then
    der(y) = 1;
    der(z) = 1;
  end if;
  when time >= 1 then
    two = true;
  end when;
initial equation
  if two then
    z = 10*x;
  end if;
end StartOfNewStates;
