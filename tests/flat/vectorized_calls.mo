// Calls over arrays: surplus dimensions are run over, the other arguments repeat.
function scaled
  input Real u;
  input Real k[2] = {1, 2};
  output Real y;
algorithm
  y := u*(k*k);
end scaled;
record Point
  Real x;
  Real y = 0;
end Point;
model VectorizedCalls
  Real v[3] = {1, 2, 3}*time;
  Real w[3] = scaled(v, {3, 4});
  Real m[2, 2] = scaled([1, 2; 3, 4]*time);
  Real f[2] = atan2({1, time}, 2);
  Point p[3] = Point(v);
  Real s[3] = semiLinear(v, 1, {1, 2, 3});
  Real d[3] = der(v);
end VectorizedCalls;
/* flat
function scaled
  input Real u;
  input Real k[2];
  output Real y;
algorithm
  y := u*(k*k);
end scaled;
function 'Real[]'
  input Real x1[2, 2];
  input Integer x2;
  input Integer x3;
  output Real y1;
algorithm
  y1 := x1[x2, x3];
  annotation(Inline = true);
end 'Real[]';
function 'Integer[]'
  input Integer x1[3];
  input Integer x2;
  output Integer y1;
algorithm
  y1 := x1[x2];
  annotation(Inline = true);
end 'Integer[]';
model VectorizedCalls
  Real v[3];
  Real w[3];
  Real m[2, 2];
  Real f[2];
  Real 'p[1].x';
  Real 'p[1].y';
  Real 'p[2].x';
  Real 'p[2].y';
  Real 'p[3].x';
  Real 'p[3].y';
  Real s[3];
  Real d[3];
equation
  v = {1.0, 2.0, 3.0}*time;
  w = {scaled(v[i1], {3.0, 4.0}) for i1 in 1:3};
  m = {scaled('Real[]'({{1.0, 2.0}, {3.0, 4.0}}*time, i1, i2), {1.0, 2.0}) for i2 in 1:2, i1 in 1:2};
  f = atan2({1.0, time}, 2.0);
  'p[1].x' = v[1];
  'p[1].y' = 0.0;
  'p[2].x' = v[2];
  'p[2].y' = 0.0;
  'p[3].x' = v[3];
  'p[3].y' = 0.0;
  s = {semiLinear(v[i1], 1.0, 'Integer[]'({1, 2, 3}, i1)) for i1 in 1:3};
  d = der(v);
end VectorizedCalls;
*/
