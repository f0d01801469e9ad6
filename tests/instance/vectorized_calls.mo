// A scalar function over arrays; the other arguments repeat: 12.4.6.
// Expected: w = {g(v[i], 4) for i in 1:3}; m[i, j] = g(...[i, j], 2)
function g
  input Real u;
  input Real k = 2;
  output Real y;
algorithm
  y := k*u;
end g;
model VectorizedCalls
  Real v[3] = {1, 2, 3}*time;
  Real s[3] = sin(v);
  Real w[3] = g(v, 4);
  Real m[2, 2] = g([1, 2; 3, 4]*time);
end VectorizedCalls;

/* instance
model VectorizedCalls
Real[3] v = {1.0, 2.0, 3.0}*time;
Real[3] s = sin(v);
Real[3] w = {g(v[i1], 4.0) for i1 in 1:3};
Real[2, 2] m = {g(({{1.0, 2.0}, {3.0, 4.0}}*time)[i1, i2], 2.0) for i2 in 1:2, i1 in 1:2};
equation
end VectorizedCalls;
*/
