// Array loops whose elements are arrays of sizes that only the call knows: s = sum of m[i, j]/v[i],
// t[i, j] = m[i, j]*v[i], columns[j, i] = m[i, j]; without rows the sum is 0 and t is 0 by 3.
//
// expect: s(0) = 13.5 +- 1e-12
// expect: s(1) = 11.333333333333333 +- 1e-12
// expect: t[2,3](1) = 21 +- 1e-12
// expect: columns[3,2](1) = 7 +- 1e-12
// expect: none(1) = 0 +- 0
// expect: width(1) = 3 +- 0
model ArraysOfArraysInLoops
  function f
    input Real v[:];
    input Real m[:, :];
    output Real s;
    output Real t[size(v, 1), size(m, 2)];
    output Real columns[size(m, 2), size(v, 1)];
    output Integer width;
  algorithm
    s := sum({{m[i, j]/v[i] for j in 1:size(m, 2)} for i in 1:size(m, 1)});
    t := {{m[i, j]*v[i] for j in 1:size(m, 2)} for i in 1:size(m, 1)};
    columns := {m[:, j] for j in 1:size(m, 2)};
    width := size({{m[i, j] for j in 1:size(m, 2)} for i in 1:size(m, 1)}, 2);
  end f;
  Real s, t[2, 3], columns[3, 2];
  Integer w;
  Real none, t0[0, 3], c0[3, 0];
  Integer width;
equation
  (s, t, columns, w) = f({1, 2 + time}, {{1, 2, 3}, {4, 5, 6 + time}});
  (none, t0, c0, width) = f(zeros(0), zeros(0, 3));
end ArraysOfArraysInLoops;
