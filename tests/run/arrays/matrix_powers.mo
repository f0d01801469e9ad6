// Powers of [1, t; 0, 1] are [1, n t; 0, 1] (10.6.7): by a parameter, a large number, a variable.
// expect: B[1,2] = 12
// expect: C[1,2] = 100
// expect: D[1,2](0.4) = 0.4 +- 1e-9
// expect: D[1,2] = 3
// expect: I[1,1] = 1
// expect: I[1,2] = 0
model MatrixPowers
  parameter Integer n = 12, none = 0;
  parameter Real A[2, 2] = {{1, 1}, {0, 1}};
  Real B[2, 2] = A^n, C[2, 2] = A^100, I[2, 2] = A^none;
  Integer k(start = 0, fixed = true);
  Real D[2, 2] = [1, time; 0, 1]^(k + 1);
equation
  when time > 0.5 then
    k = pre(k) + 2;
  end when;
end MatrixPowers;
