// Slices whose size follows from the iterator, and iterators over records (10.4.1, 10.5):
// partial sums of 1, 2, 3, 4 and of time.
// expect: s[4] = 10
// expect: d[3] = 5
// expect: e[3] = 6
// expect: z[2] = 2
// expect: z[3] = 3
// expect: pairs[2] = 20
// expect: both = 66
// expect: corner = 37
model SlicesByIterator
  record R
    Real x;
    Real y;
  end R;
  parameter Integer n = 4;
  parameter Real a[n] = {1, 2, 3, 4};
  parameter Real s[n] = {sum(a[1:i]) for i in 1:n};
  Real b[3] = {3, 2, time};
  Real d[3] = {(b[1:i])*(b[1:i]) - 9*i + 9*1 + (if i == 3 then 9 else 0) for i in 1:3};
  Real e[3];
  R r[3](x = {1, 2, 3}, each y = 10*time);
  Real z[3] = {q.x for q in r};
  Real pairs[3] = {q.x*q.y for q in r};
  Real both = sum(q.x*q.y + q.x for q in r);
  Real m[4, 4] = {{i + 4*(j - 1) for i in 1:4} for j in 1:4};
  Real corner = sum(m[i:2, 1:i]*{1 for k in 1:i}*{1 for l in i:2}  for i in 1:2) + 20;
equation
  for i in 1:3 loop
    e[i] = sum(b[1:i]);
  end for;
end SlicesByIterator;
