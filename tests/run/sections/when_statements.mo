// When-statements run once, at the instant at which their condition becomes true, in the order of the section (11.2.7); elsewhen
// only where no earlier branch is active; reinit of a state in an algorithm is an action; an array of conditions is true when
// one of them becomes true. Counted by hand: samples at 0, 0.3, 0.6, 0.9; crossings of x = time at 0.25 and 0.75.
// simulate:
// simulate: --engine interpret
// expect: n(end) = 4
// expect: m(end) = 11
// expect: last(end) = 0.9 +- 1e-6
// expect: any(end) = 2
// expect: order(end) = 4
// expect: s(end) = 0.1 +- 1e-6
model WhenStatements
  Real x(start = 0, fixed = true), s(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), any(start = 0, fixed = true), order(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true);
algorithm
  when sample(0, 0.3) then
    n := pre(n) + 1;
    last := time;
  end when;
  when x > 0.25 then
    m := pre(m) + 1;
  elsewhen x > 0.75 then
    m := pre(m) + 10;
  end when;
  when {x > 0.25, x > 0.75} then
    any := pre(any) + 1;
  end when;
  when last > pre(last) then
    order := n; // what the statement above has set in this pass
  end when;
equation
  der(x) = 1;
  der(s) = 1;
  when sample(0.3, 0.3) then
    reinit(s, 0);
  end when;
  annotation(experiment(StopTime = 1));
end WhenStatements;
