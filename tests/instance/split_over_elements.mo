// A value on an array of components is split over its elements: 7.2.5.
// Expected: g.k = ks; g.u = {time, 2*time}; h.k = {5, 5}; g[i].y = g[i].k*g[i].u.  k = 5 without
//   each is an error
block K
  parameter Real k = 1;
  input Real u;
  output Real y = k*u;
end K;
model SplitOverElements
  parameter Real ks[2] = {3, 4};
  K g[2](k = ks, u = {time, 2*time});
  K h[2](each k = 5, each u = time);
end SplitOverElements;

/* instance
model SplitOverElements
parameter Real[2] ks = {3.0, 4.0};
// K g[1]
// K g[2]
parameter Real g[1].k = ks[1];
input Real g[1].u = time;
output Real g[1].y = g[1].k*g[1].u;
parameter Real g[2].k = ks[2];
input Real g[2].u = 2.0*time;
output Real g[2].y = g[2].k*g[2].u;
// K h[1]
// K h[2]
parameter Real h[1].k = 5.0;
input Real h[1].u = time;
output Real h[1].y = h[1].k*h[1].u;
parameter Real h[2].k = 5.0;
input Real h[2].u = time;
output Real h[2].y = h[2].k*h[2].u;
equation
end SplitOverElements;
*/
