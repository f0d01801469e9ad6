// The sum of arrays over an iterator is an array (specification 10.3.4.1); of none of them it is zero.
// expect: y[1](1) = 7
// expect: y[2](1) = 9
// expect: z[1](1) = 7
// expect: none[2](1) = 0
// expect: m[2,2](1) = 8
model SumsOfArrays
  function rows
    input Real A[3, 2];
    output Real y[2];
  algorithm
    y := sum(A[k, :] for k in 1:3);
  end rows;
  function open
    input Real A[:, :];
    input Integer n = size(A, 1);
    output Real y[size(A, 2)];
  algorithm
    y := sum(A[k, :] for k in 1:n);
  end open;
  function matrices
    input Real A[:, :];
    output Real y[2, 2];
  algorithm
    y := sum({{A[i, j], 1}, {0, A[i, i] + j}} for i in 1:2, j in 1:2);
  end matrices;
  Real a[3, 2] = [time, 1; 2, 3; 4, 5];
  Real y[2] = rows(a);
  Real z[2] = open(a);
  Real none[2] = open(a, 0);
  Real m[2, 2] = matrices([time, 0; 0, 0]);
end SumsOfArrays;
