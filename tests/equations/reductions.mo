// sum, product, min and max of vectors and of iterators are what they stand for (10.3.4): nothing of arrays is left.
// line: s = x[1] + x[2] + x[3]
// line: p = x[1]*x[2]*x[3]
// line: q = x[1]^2 + x[2]^2 + x[3]^2
// count in equations: 0 sum
// count in equations: 0 product
model Reductions
  Real x[3] = {time, 2*time, 3*time}, s, p, q;
equation
  s = sum(x);
  p = product(x);
  q = sum(x[k]^2 for k in 1:3);
end Reductions;
