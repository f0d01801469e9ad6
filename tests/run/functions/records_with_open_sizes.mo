// The sizes of a record's members come with each record (10.1, 12.6): through functions, by the
// constructor, by branches, by constants that the class leaves open. Sums by hand.
// expect: r.v[3] = 1
// expect: d.u[4] = 7
// expect: y = 22
// expect: z = 16
// expect: e.w[3] = 2
// expect: m = 9
// expect: nested = 12
// expect: made.v[3] = 2
// expect: made.m[2,1] = 6
// expect: split.a.w[6] = 3
// expect: split.r.v[2] = 2
// expect: count = 4
// expect: two[2] = 1
model RecordsWithOpenSizes
  record R
    Real v[:];
  end R;
  record Q
    extends R;
  end Q;
  function same
    input R i;
    output R o = i;
  algorithm
  end same;
  record Branches
    parameter Boolean lin = true;
    parameter Real t[:] = {1, 2, 3};
    final parameter Real u[:] = if lin then {0, 1} else t;
  end Branches;
  record Derived
    parameter Real t[:] = {1, 2, 3};
    final parameter Integer n = size(t, 1);
    final parameter Real u[:] = 2*t;
    final parameter Real w[size(t, 1) + 1] = cat(1, t, {n});
  end Derived;
  function total
    input Derived d;
    output Real y = sum(d.u) + d.n;
  algorithm
  end total;
  record Counted
    constant Integer n;
    parameter Real x[n];
  end Counted;
  function mass
    input Counted c;
    output Real y;
  algorithm
    y := sum(c.x) + c.n;
  end mass;
  record Outer
    R r;
    Real k = 2;
  end Outer;
  function deep
    input Outer o;
    output Real y;
  algorithm
    y := o.k*sum(o.r.v);
  end deep;
  record Both
    R r;
    Long a;
  end Both;
  record Long
    Real w[:];
    Real m[2, 2] = zeros(2, 2);
  end Long;
  record Made
    Real m[2, 2];
    Real v[:];
  end Made;
  function make
    input Real x;
    input Integer n;
    output Made r;
  algorithm
    r.m := [x, 2*x; 3*x, 4*x];
    r.v := fill(x, n);
  end make;
  function double
    input Real x[:];
    output Both b;
    output Integer n;
    output Real y[:];
  algorithm
    b.r.v := x;
    b.a.w := cat(1, x, x);
    n := size(b.a.w, 1);
    y := b.a.w[1:2];
  end double;
  Made made = make(2, 3);
  Both split = double({1, 2, 3});
  Integer count;
  Real two[2];
  Q q(v = {1, 2, time});
  R r = same(q);
  Branches d = Branches(lin = false, t = {4, 5, 6, 7});
  Real y = sum(d.u);
  Derived e(t = {1, 2});
  Real z = sum(e.w) + total(e) + total(Derived({1}));
  Counted c(n = 3, x = {1, 2, 3});
  Real m = mass(c)*time;
  Real nested = deep(Outer(R({1, 2, 3})));
equation
  (, count, two) = double({1, time});
end RecordsWithOpenSizes;
