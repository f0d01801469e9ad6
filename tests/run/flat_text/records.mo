// Records on left sides: as results of calls in algorithms, in tuples of both kinds, inside when,
// with records and arrays of records inside. The flat text knows their fields only, and may assign
// to variables only (specification 11.2.1.1, 12.4.3). All values are multiples of the time.
// expect: o.d.u = 4 +- 1e-12
// expect: p.d.u = 7
// expect: p.b.u = 2 +- 1e-12
// expect: w.d.u = 4 +- 1e-12
// expect: s = 5 +- 1e-12
// expect: v.b.k[2] = 2
// expect: q.u = 3 +- 1e-12
// expect: s2 = 10 +- 1e-12
// expect: d.c[2].u = 2 +- 1e-6
// expect: e.u = 0.5 +- 1e-6
// expect: g.b.u = 6 +- 1e-12
package FlatRecords
  record Inner
    Real u;
    Integer k[2];
  end Inner;
  record Outer
    Real a;
    Inner b;
    Inner c[2];
  end Outer;
  function make
    input Real x;
    output Outer r;
  algorithm
    r := Outer(x, Inner(2*x, {1, 2}), {Inner(3*x, {3, 4}), Inner(4*x, {5, 6})});
  end make;
  record Pair
    Real a;
    Inner b, d;
  end Pair;
  function pair
    input Real x;
    output Pair r;
  algorithm
    r := Pair(x, Inner(2*x, {1, 2}), Inner(4*x, {5, 6}));
  end pair;
  function pair_and_sum
    input Real x;
    output Pair r;
    output Real s;
  algorithm
    r := pair(x);
    s := r.a + r.d.u;
  end pair_and_sum;
  function three
    input Real x;
    output Outer r;
    output Real s;
    output Inner q;
  algorithm
    r := make(x);
    s := r.a + r.c[2].u;
    q := r.c[1];
  end three;
  model Records
    Outer v, g = make(3*time);
    Pair o, p, w;
    Inner q, q2;
    Real s, s2;
    discrete Outer d;
    discrete Inner e;
  algorithm
    o := pair(time);
    p := o;
    p.d.u := 7;
    (w, s) := pair_and_sum(time);
  equation
    (v, , q) = three(time);
    (, s2, q2) = three(2*time);
    when time > 0.5 then
      d = make(time);
    end when;
  algorithm
    when time > 0.5 then
      e := Inner(time, {1, 1});
    end when;
    annotation(experiment(StopTime = 1));
  end Records;
end FlatRecords;
