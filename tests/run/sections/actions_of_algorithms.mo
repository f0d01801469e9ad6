// 8.3.7, 8.3.8 and 11.1: sections that assign nothing act while the conditions around their statements hold. x = time; the warnings
// of the branches not taken, and that of the initial section, whose condition holds, are never heard; the run ends at 0.75.
//
// simulate: --stop-time 1 --intervals 20
// expect: warning early 0
// expect: warning at the start
// expect: x(end) = 0.75 +- 1e-9
// expect: n(end) = 2
// expect: m(end) = 3
// expect: k(end) = 31
// expect: p[1].x(end) = 3 +- 1e-9
// expect: p[2].x(end) = 1.5 +- 1e-9
// expect: r(end) = 3
model ActionsOfAlgorithms
  model Part
    Real x;
  end Part;
  function check
    input Real x;
  algorithm
    assert(x < 10, "never");
  end check;
  function both
    input Real x;
    output Real y = x;
    output Real z = 2*x;
  algorithm
    check(x);
  end both;
  Real x = time;
  Boolean c[2] = {x > 0.25, x > 0.5};
  Boolean d[2] = {x > 0.125, x > 0.625};
  discrete Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k;
  Part p[2], q[2, 2];
  Real y, z, r = q[1, 2].x;
initial algorithm
  assert(x < 1, "not heard");
algorithm
  if x < 0.5 then
    assert(x > 0.25, "early " + String(x), AssertionLevel.warning);
  elseif x < 0.625 then
    assert(x > 0, "not heard");
  else
    assert(x > 0.25, "not heard");
    check(x);
  end if;
  for i in 1:2 loop
    check(i*x);
  end for;
algorithm
  when initial() then
    assert(false, "at the start", AssertionLevel.warning);
  end when;
  when x > 0.75 then
    terminate("enough");
  end when;
algorithm
  when c then
    n := pre(n) + 1;
  end when;
  when {d[1], d[2], x > 0.7} then
    m := pre(m) + 1;
  end when;
  check(x);
algorithm
  k := 1;
  for i in 1:2 loop
    k := k + 10*i;
    p[i].x := i*x;
  end for;
  p.x := 2*p[{2, 1}].x; // the right side is complete before the left is written
  q.x := {{1, 2}, {3, 4}};
  q.x := transpose(q.x);
  (y, z) := both(x);
  both(y);
end ActionsOfAlgorithms;
