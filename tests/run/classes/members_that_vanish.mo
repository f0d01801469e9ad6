// 9.1.3: members of a bus that nothing connects are no variables of the model, and sections count the others alone.
// expect: n(end) = 3
// expect: y(end) = 2 +- 1e-9
model MembersThatVanish
  expandable connector Bus
    Real speed, idle, other;
  end Bus;
  connector Signal = output Real;
  Bus bus;
  Signal s = 2*time;
  Integer n(start = 0), m;
  Real y;
initial algorithm
  m := 5;
algorithm
  when time > 0.5 then
    n := pre(n) + 3;
  end when;
algorithm
  y := 0;
  for i in 1:2 loop
    y := y + bus.speed/2;
  end for;
equation
  connect(s, bus.speed);
  when time > 2 then
    m = 1;
  end when;
end MembersThatVanish;
