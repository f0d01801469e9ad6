// 10.3, 10.4 and 12.4.3: functions of arrays whose sizes only the call knows. v = s*{1, 2, 3} and M = s*{{1, 2, 3}, {4, 5, 6}};
// the numbers are worked out by hand for s = 1, at compile time (early) and at run time (late).
//
// simulate: --stop-time 1 --intervals 1
// expect: early[1] = 23
// expect: late[1](1) = 23 +- 1e-12
// expect: early[2] = 3
// expect: late[2](1) = 3 +- 1e-12
// expect: early[3] = 78
// expect: late[3](1) = 78 +- 1e-12
// expect: early[4] = 21
// expect: late[4](1) = 21 +- 1e-12
// expect: early[5] = 3
// expect: late[5](1) = 3 +- 1e-12
// expect: early[6] = 16
// expect: late[6](1) = 16 +- 1e-12
// expect: early[7] = 46
// expect: late[7](1) = 46 +- 1e-12
// expect: early[8] = 46
// expect: late[8](1) = 46 +- 1e-12
// expect: early[9] = 4
// expect: late[9](1) = 4 +- 1e-12
// expect: early[10] = 1.5
// expect: late[10](1) = 1.5 +- 1e-12
// expect: early[11] = 24
// expect: late[11](1) = 24 +- 1e-12
// expect: early[12] = 10
// expect: late[12](1) = 10 +- 1e-12
// expect: early[13] = 211
// expect: late[13](1) = 211 +- 1e-12
// expect: early[14] = 64
// expect: late[14](1) = 64 +- 1e-12
// expect: early[15] = 1473
// expect: late[15](1) = 1473 +- 1e-12
// expect: early[16] = 17
// expect: late[16](1) = 17 +- 1e-12
model OpenSizes
  record Pair
    Real a;
    Real b[2];
  end Pair;
  function weigh "1*first + 2*second + ..., row by row"
    input Real A[:, :];
    output Real y = 0;
  protected
    Integer k = 0;
  algorithm
    for i in 1:size(A, 1) loop
      for j in 1:size(A, 2) loop
        k := k + 1;
        y := y + k*A[i, j];
      end for;
    end for;
  end weigh;
  function pairs
    input Integer n;
    input Real s;
    output Pair p[n];
  algorithm
    p := fill(Pair(s, {2*s, 3*s}), n);
    p[n].a := 10*s;
    p[1].b[2] := 7*s;
  end pairs;
  function values
    input Real v[:];
    input Real M[:, :];
    input Integer k;
    output Real y[16];
  protected
    Integer n[2] = size(M);
    Integer e[0];
    Pair p[:] = pairs(3, v[1]);
    Pair q[:] = cat(1, p, p);
    Real w[size(v, 1)];
    Boolean any = true;
  algorithm
    y[1] := 10*n[1] + n[2]; // 23
    y[2] := size(M, k); // 3
    y[3] := weigh([v, 2*v]); // 1 + 2*2 + 3*2 + 4*4 + 5*3 + 6*6 = 78
    y[4] := weigh([v[1]; v]); // 1 + 2 + 6 + 12 = 21
    y[5] := scalar(M[1:1, 3:3]); // 3
    y[6] := weigh(matrix(v)) + weigh(matrix(v[2])); // 14 + 2
    y[7] := weigh({v, v}); // 14 + 4 + 10 + 18 = 46
    y[8] := weigh(fill(v, 2)); // 46
    y[9] := size(zeros(n[1], k), 2) + sum(ones(k)) + size(e, 1); // 4
    y[10] := v[1]^(-2) + (2*v[1])^(-1); // 1.5
    y[11] := sum(q.a); // 1 + 1 + 10, twice: 24
    y[12] := q[4].b[2] + q[5].b[2]; // 7 + 3
    w := v;
    w[2:3] := w[1:2]; // the right side is complete before the left is written: 1 1 2
    y[13] := w[1] + 10*w[2] + 100*w[3]; // 211
    y[14] := weigh(M[{2, 1}, :]); // 4 + 10 + 18 + 4 + 10 + 18 = 64
    y[15] := weigh(transpose(M)*M); // {{17, 22, 27}, {22, 29, 36}, {27, 36, 45}}
    y[16] := sum(v[i]*i for i in 1:size(v, 1)) + max(v[i] for i in 1:size(v, 1)); // 14 + 3
  end values;
  final parameter Real early[16] = values({1, 2, 3}, [1, 2, 3; 4, 5, 6], 2);
  Real late[16] = values((2 - time)*{1, 2, 3}, (2 - time)*[1, 2, 3; 4, 5, 6], 2);
end OpenSizes;
