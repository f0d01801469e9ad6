// Each stops the split at its own level only: 7.2.5.
// Expected: x.p.v(start = {{4, 5, 6}, {4, 5, 6}}); y.p.v(each start = 1); w = {1, 2} for all 12
//   points
model Pt
  Real v(start = 0);
  parameter Real w[2] = {0, 0};
equation
  der(v) = w*w;
end Pt;
model Row
  Pt p[3](v(start = {7, 8, 9}), each w = {1, 2});
end Row;
model EachStopsTheSplit
  Row x[2](each p(v(start = {4, 5, 6})));
  Row y[2](p(v(each start = 1)));
end EachStopsTheSplit;

/* instance
model EachStopsTheSplit
// Row x[1]
// Row x[2]
// Pt x[1].p[1]
// Pt x[1].p[2]
// Pt x[1].p[3]
Real x[1].p[1].v(start = 4.0);
parameter Real[2] x[1].p[1].w = {1.0, 2.0};
Real x[1].p[2].v(start = 5.0);
parameter Real[2] x[1].p[2].w = {1.0, 2.0};
Real x[1].p[3].v(start = 6.0);
parameter Real[2] x[1].p[3].w = {1.0, 2.0};
// Pt x[2].p[1]
// Pt x[2].p[2]
// Pt x[2].p[3]
Real x[2].p[1].v(start = 4.0);
parameter Real[2] x[2].p[1].w = {1.0, 2.0};
Real x[2].p[2].v(start = 5.0);
parameter Real[2] x[2].p[2].w = {1.0, 2.0};
Real x[2].p[3].v(start = 6.0);
parameter Real[2] x[2].p[3].w = {1.0, 2.0};
// Row y[1]
// Row y[2]
// Pt y[1].p[1]
// Pt y[1].p[2]
// Pt y[1].p[3]
Real y[1].p[1].v(start = 1.0);
parameter Real[2] y[1].p[1].w = {1.0, 2.0};
Real y[1].p[2].v(start = 1.0);
parameter Real[2] y[1].p[2].w = {1.0, 2.0};
Real y[1].p[3].v(start = 1.0);
parameter Real[2] y[1].p[3].w = {1.0, 2.0};
// Pt y[2].p[1]
// Pt y[2].p[2]
// Pt y[2].p[3]
Real y[2].p[1].v(start = 1.0);
parameter Real[2] y[2].p[1].w = {1.0, 2.0};
Real y[2].p[2].v(start = 1.0);
parameter Real[2] y[2].p[2].w = {1.0, 2.0};
Real y[2].p[3].v(start = 1.0);
parameter Real[2] y[2].p[3].w = {1.0, 2.0};
equation
  der(x[1].p[1].v) = x[1].p[1].w*x[1].p[1].w;
  der(x[1].p[2].v) = x[1].p[2].w*x[1].p[2].w;
  der(x[1].p[3].v) = x[1].p[3].w*x[1].p[3].w;
  der(x[2].p[1].v) = x[2].p[1].w*x[2].p[1].w;
  der(x[2].p[2].v) = x[2].p[2].w*x[2].p[2].w;
  der(x[2].p[3].v) = x[2].p[3].w*x[2].p[3].w;
  der(y[1].p[1].v) = y[1].p[1].w*y[1].p[1].w;
  der(y[1].p[2].v) = y[1].p[2].w*y[1].p[2].w;
  der(y[1].p[3].v) = y[1].p[3].w*y[1].p[3].w;
  der(y[2].p[1].v) = y[2].p[1].w*y[2].p[1].w;
  der(y[2].p[2].v) = y[2].p[2].w*y[2].p[2].w;
  der(y[2].p[3].v) = y[2].p[3].w*y[2].p[3].w;
end EachStopsTheSplit;
*/
