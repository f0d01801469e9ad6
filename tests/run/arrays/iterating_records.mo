// Iterators over records, in functions, algorithms, constructors and reductions (10.4.1, 11.2.2):
// counted by hand.
// expect: s = 12
// expect: m = 3
// expect: p[3] = 9
// expect: t[2].w[2] = 6
// expect: n = 18
// expect: f1 = 10
// expect: f2 = 4
// expect: a = 10
// expect: sums[2,1] = 6
// expect: sums[2,2] = 10
model IteratingRecords
  record R
    Real x;
    Real w[2];
  end R;
  function f
    input R r[:];
    output Real s;
  algorithm
    s := sum(q.x for q in r);
    for q in r loop
      s := s + q.w[2];
    end for;
  end f;
  model A
    parameter Integer n = 1;
    Real x[n] = {i*time for i in 1:n};
  end A;
  R r[3] = {R(i, {i, 2*i}) for i in 1:3};
  Real s = sum(q.w[2] for q in r);
  Real m = max(q.x for q in r);
  Real p[3] = {sum(q.w) for q in r};
  R t[2] = {R(q.x*2, q.w) for q in r[2:3]};
  Real n = sum({q.x*k for q in r, k in 1:2});
  R v[2] = {R(1, {2, 3}), R(time, {4, 5})};
  Real f1 = f(v), f2 = f(v[1:1]);
  Real a;
  A b[2, 2](n = {{1, 2}, {3, 4}});
  Real sums[2, 2] = {{sum(b[i, j].x) for j in 1:2} for i in 1:2};
algorithm
  a := 0;
  for q in v loop
    a := a + q.w[2] + q.x;
  end for;
end IteratingRecords;
