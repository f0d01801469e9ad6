// An input that is declared discrete is held between the rows of a table, whatever its type: 4 up to
// 1.5, then 8. pre() of it is the value before.
// simulate: --inputs tests/run/inputs/short.csv
// expect: warning begins at time 0.5
// expect: u(1) = 4
// expect: u(1.5) = 8
// expect: before = 4
// expect: n = 1
// expect: events = 1
model DiscreteReal
  discrete input Real u;
  discrete Real before(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when change(u) then
    before = pre(u);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end DiscreteReal;
