// A product of a matrix and a vector is one sum of products per row (10.6.5).
// line: y[1] = A[1,1]*x[1] + A[1,2]*x[2] + A[1,3]*x[3]
// line: y[2] = A[2,1]*x[1] + A[2,2]*x[2] + A[2,3]*x[3]
// count in equations: 2 y[
// count in equations: 3 x[1]
model MatrixProduct
  parameter Real A[2, 3] = {{1, 2, 3}, {4, 5, 6}};
  Real x[3], y[2];
equation
  y = A*x;
  for k in 1:3 loop
    x[k] = k*time;
  end for;
end MatrixProduct;
