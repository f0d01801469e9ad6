// 4.4.4, 12.4.3 and 18.3: sizes and values that are needed at compile time, from constant records, functions, types and start values.
//
// expect: v.n[1] = 3
// expect: v.n[2] = 4
// expect: v.n[3] = 2
// expect: v.n[4] = 3
// expect: v.n[5] = 2
// expect: v.n[6] = 8
// expect: v.n[7] = 6
// expect: v.p[2] = 3
// expect: v.q[2,2](start) = 2
// expect: v.total = 15
package Early
  record Shape
    parameter Integer n = 2;
    parameter Integer m = n + 1;
    parameter Real weights[m] = fill(2.0, m);
  end Shape;
  constant Shape plain;
  constant Shape large(n = 3);
  constant Shape row[2](each n = 4);
  function count
    input Shape s;
    output Integer k = s.n + size(s.weights, 1);
  algorithm
  end count;
  function up_to
    input Integer n;
    output Integer v[:];
  algorithm
    v := 1:n;
  end up_to;
  type Pair = Real[2](start = {1, 2});
  model Values
    outer parameter Integer k;
    parameter Shape s(n = 1);
    constant Integer v[:] = up_to(2);
    parameter Integer w[:] = up_to(v[2] + k);
    Real a[plain.m] = fill(time, plain.m), b[large.m] = fill(time, large.m), c[s.m] = fill(time, s.m);
    Real d[count(s)] = fill(time, count(s));
    Real e[sum(row.n)] = fill(time, sum(row.n));
    Integer n[7] = {size(a, 1), size(b, 1), size(v, 1), size(w, 1), size(c, 1), size(e, 1), count(s) + size(w, 1)};
    parameter Real p[2](each start = 3, each fixed = true);
    Pair q[2](each fixed = true);
    Real total = sum(Early.row[2].weights) + sum(plain.weights) - 1;
  equation
    der(q) = zeros(2, 2);
  end Values;
  model Whole
    inner parameter Integer k = 1;
    Values v;
  end Whole;
end Early;
