// Prefixes and dimensions of a short class pass to the component: 4.5.1, 4.4.2.2.
// Expected: Real g.u, g.y(start = 1) are causal connectors; Real r[2, 3](each unit = "m")
connector RI = input Real;
connector RO = output Real;
type Vec = Real[3](each unit = "m");
block Gain
  parameter Real k;
  RI u;
  RO y(start = 1);
equation
  y = k*u;
end Gain;
model ShortClassPrefixes
  Gain g(k = 2);
  Vec r[2];
equation
  g.u = time;
  r = fill(g.y, 2, 3);
end ShortClassPrefixes;

/* instance
model ShortClassPrefixes
// Gain g
parameter Real g.k = 2.0;
input Real g.u;
output Real g.y(start = 1.0);
Real[2, 3] r(unit = "m");
equation
  g.u = time;
  r = fill(g.y, 2, 3);
  g.y = g.k*g.u;
end ShortClassPrefixes;
*/
