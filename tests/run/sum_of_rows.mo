// The sum of arrays is the array of the sums of their elements (10.3.4.1: the type of the sum is that of its terms).
model SumOfRows
  parameter Integer n = 2, m = 3;
  Real x[n, m] = {{i*time + j for j in 1:m} for i in 1:n};
  Real a[n] = sum(x[:, i] for i in 1:m);
  Real b[m] = sum(x[j, :] for j in 1:n);
  Real c[n, m] = sum(k*x for k in 1:2);
  Real d[n] = sum(x[:, i]*i for i in 1:m) ./ sum(x[:, i] .+ 1 for i in 1:m);
  Real e[m] = sum(x[j, :] for j in 1:0);
  // By hand at time 1: x = [2, 3, 4; 3, 4, 5]
  // expect: a[1](1) = 9 +- 1e-12
  // expect: a[2](1) = 12 +- 1e-12
  // expect: b[3](1) = 9 +- 1e-12
  // expect: c[2,3](1) = 15 +- 1e-12
  // expect: d[1](1) = 1.66666666666667 +- 1e-12
  // expect: d[2](1) = 1.73333333333333 +- 1e-12
  // expect: e[2](1) = 0 +- 1e-12
end SumOfRows;
