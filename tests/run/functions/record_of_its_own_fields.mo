// A record is assigned from its own fields in another order: all of them have the values from before
// the assignment, numbers and arrays, in functions and in algorithms. Reference: by hand.
// expect: x = 12 +- 0
// expect: y = 122143 +- 0
// expect: z = 1315 +- 0
// expect: q = 12 +- 0
model RecordOfItsOwnFields
  record R
    Real a;
    Real b;
  end R;
  record V
    Real a[2];
    Real b[2];
    Integer k;
    Integer m;
  end V;
  record W
    V v;
    V w;
  end W;
  function numbers
    input Real u;
    output Real y;
  protected
    R r;
  algorithm
    r := R(u, 2*u);
    r := R(r.b, r.a);
    y := r.a + 10*r.b;
  end numbers;
  function arrays
    input Real u;
    output Real y;
  protected
    V r;
  algorithm
    r := V({u, u + 1}, {u + 2, u + 3}, 1, 2);
    r := V(r.b, r.a, r.m, r.k);
    y := r.a[1] + 10*r.a[2] + 100*r.b[1] + 1000*r.b[2] + 1e4*r.k + 1e5*r.m;
  end arrays;
  function records
    input Real u;
    output Real y;
  protected
    W r;
  algorithm
    r.v := V({u, u + 1}, {u + 2, u + 3}, 1, 2);
    r.w := V({u + 4, u + 5}, {u + 6, u + 7}, 3, 4);
    r := W(r.w, r.v);
    y := r.v.a[1] + 10*r.w.a[1] + 100*r.v.k + 1000*r.w.k;
  end records;
  Real one = if time >= 0 then 1 else 2;
  Real x = numbers(one), y = arrays(one), z = records(one), q;
  R r;
algorithm
  r := R(one, 2*one);
  r := R(r.b, r.a);
  q := r.a + 10*r.b;
end RecordOfItsOwnFields;
