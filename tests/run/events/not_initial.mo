// 8.6: initial() is true while the start is solved and false behind it, so `not initial()` becomes true at once. Each counter is raised once for each
// condition of its clause that becomes true: a, d and e at the start, b again at 0.5. x > 1 was true from the start, but the whole condition not.
//
// simulate: --stop-time 1
// expect: a(0) = 1
// expect: a(1) = 1
// expect: b(0) = 1
// expect: b(1) = 2
// expect: d(1) = 1
// expect: e(1) = 1
model NotInitial
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), d(start = 0, fixed = true), e(start = 0, fixed = true);
  Real x(start = 2, fixed = true);
equation
  der(x) = -1;
  when not initial() then
    a = pre(a) + 1;
  end when;
  when {not initial(), time > 0.5} then
    b = pre(b) + 1;
  end when;
  when not initial() and x > 1 then
    d = pre(d) + 1;
  end when;
algorithm
  when not initial() then
    e := pre(e) + 1;
  end when;
end NotInitial;
