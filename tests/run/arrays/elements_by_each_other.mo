// Parameters whose elements follow from each other: h*(i - 1), and 1, 3, 4, 20 through two arrays.
// simulate: --engine interpret
// simulate: --engine c
// simulate: --no-alias
// expect: y(1) = 0.4 +- 1e-15
// expect: s(1) = 28
model ElementsByEachOther
  parameter Integer n = 5;
  parameter Real h = 0.1;
  parameter Real x[n] = {if i == 1 then 0 else x[i - 1] + h for i in 1:n};
  parameter Real c[n] = cat(1, {0}, c[1:n - 1] .+ h);
  parameter Real a[2] = {1, b[1] + 1}, b[2] = {a[1]*3, a[2]*5};
  Real y = 0.5*(x[n] + c[n])*time;
  Real s = sum(a) + sum(b);
end ElementsByEachOther;
