// Sets per level: (variable, inside/outside) is the member; doubled connects add nothing; open
//   flow is 0: 9.2.
// Expected: in H: h.p.v = h.r.p.v; h.r.p.i - h.p.i = 0;  above: h.p.v = q.p.v; h.p.i + q.p.i =
//   0;  q.n.i = 0
connector Pin
  Real v;
  flow Real i;
end Pin;
model G
  Pin p;
equation
  p.v = 0;
end G;
model R
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end R;
model H
  Pin p;
  R r;
  G g;
equation
  connect(p, r.p);
  connect(r.n, g.p);
end H;
model SetsPerLevel
  H h;
  R q;
equation
  connect(h.p, q.p);
  connect(q.p, h.p);
end SetsPerLevel;

/* flat
model SetsPerLevel
  Real 'h.p.v';
  Real 'h.p.i';
  parameter Real 'h.r.R' = 1.0;
  Real 'h.r.p.v';
  Real 'h.r.p.i';
  Real 'h.r.n.v';
  Real 'h.r.n.i';
  Real 'h.g.p.v';
  Real 'h.g.p.i';
  parameter Real 'q.R' = 1.0;
  Real 'q.p.v';
  Real 'q.p.i';
  Real 'q.n.v';
  Real 'q.n.i';
equation
  'h.r.p.v' - 'h.r.n.v' = 'h.r.R'*'h.r.p.i';
  'h.r.p.i' + 'h.r.n.i' = 0.0;
  'h.g.p.v' = 0.0;
  'q.p.v' - 'q.n.v' = 'q.R'*'q.p.i';
  'q.p.i' + 'q.n.i' = 0.0;
  'h.p.v' = 'q.p.v';
  'h.p.v' = 'h.r.p.v';
  'h.p.i' + 'q.p.i' = 0.0;
  -'h.p.i' + 'h.r.p.i' = 0.0;
  'h.r.n.v' = 'h.g.p.v';
  'h.r.n.i' + 'h.g.p.i' = 0.0;
  'q.n.i' = 0.0;
end SetsPerLevel;
*/
