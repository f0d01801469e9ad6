// The Integer that a function of what varies returns changes at an event of its own: i is 2 from time 0.5
// on, so x(1) = 0.5*1 + 0.5*2; k counts to 5 in steps of a fifth.
// simulate: --engine native
// simulate: --engine interpret
// simulate: --engine c
// expect: i(0.4) = 1
// expect: i(0.6) = 2
// expect: j(0.6) = 2
// expect: x(1) = 1.5 +- 1e-9
// expect: k(0.5) = 2
// expect: y(1) = 2 +- 1e-9
model WholeNumberAlone
  function stage
    input Real u;
    output Integer i;
  algorithm
    i := if u > 2.5 then 2 else 1;
    annotation (Inline = false);
  end stage;
  function count
    input Real u;
    output Integer n;
  algorithm
    n := integer(u);
  end count;
  Integer i, j = stage(5*time);
  Integer k = count(5*time);
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  i = stage(5*time);
  der(x) = i;
  der(y) = k;
end WholeNumberAlone;
