// A function is called with something that varies continuously, and some of its results are discrete: fields of a
// record, or one result of several. Each changes at an event of its own, so that others notice.
// reference: 5*time passes 1, 2, 2.5 and 3.5 at time 0.2, 0.4, 0.5 and 0.7 (specification section 3.8.5: these
// variables are discrete-time)
// expect: r.i(0.45) = 1
// expect: r.i(0.55) = 2
// expect: r.b(0.65) = 0
// expect: r.b(0.75) = 1
// expect: r.e(0.1) = 1
// expect: r.e(0.3) = 2
// expect: r.e(0.5) = 3
// expect: r.a[2](0.5) = -2
// expect: twice(1) = 4
// expect: i(0.45) = 1
// expect: i(0.55) = 2
// expect: at = 0.7 +- 1e-9
// expect: changes = 2
// expect: branch.i(0.1) = 1
// expect: branch.i(0.75) = 2
// expect: sum(1) = 5 +- 1e-6
model WholeNumbersOfACall
  type Size = enumeration(small, middle, large);
  record R
    Real y;
    Integer i;
    Boolean b;
    Size e;
    Integer a[2];
  end R;
  function f
    input Real u;
    output R r;
  algorithm
    r.y := u;
    r.i := if u > 2.5 then 2 else 1;
    r.b := u > 3.5;
    r.e := if u < 1 then Size.small elseif u < 2 then Size.middle else Size.large;
    r.a := {integer(u), -integer(u)};
  end f;
  function g
    input Real u;
    output Real y;
    output Integer i;
    output Boolean b;
  algorithm
    y := u;
    i := if u > 2.5 then 2 else 1;
    b := u > 3.5;
  end g;
  R r = f(5*time);
  Integer twice = 2*r.i;
  Real y;
  Integer i;
  Boolean b;
  R branch;
  discrete Real at(start = 0, fixed = true);
  Integer changes(start = 0, fixed = true);
  Real sum(start = 0, fixed = true);
equation
  (y, i, b) = g(5*time);
  if time > 0.3 then
    branch = f(4*time);
  else
    branch = f(2*time);
  end if;
  when b then
    at = time;
  end when;
  when change(r.e) then
    changes = pre(changes) + 1;
  end when;
  der(sum) = if r.i > 1 then 10 else 0;
end WholeNumbersOfACall;
