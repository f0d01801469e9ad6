// Connecting to a part of a connector: sets are made of primitives: 9.1, 9.2.
// Expected: h.t.a outside in H (h.r.p.i - h.t.a.i = 0), inside in ConnectToPartOfConnector:
//   h.t.a.i + g.p.i + q.n.i = 0
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
connector Two
  Pin a, b;
end Two;
model H
  Two t;
  R r;
equation
  connect(t.a, r.p);
  connect(t.b, r.n);
end H;
model ConnectToPartOfConnector
  H h;
  G g;
  R q;
equation
  connect(h.t.a, g.p);
  connect(h.t.b, q.p);
  connect(q.n, g.p);
end ConnectToPartOfConnector;

/* flat
model ConnectToPartOfConnector
  Real 'h.t.a.v';
  Real 'h.t.a.i';
  Real 'h.t.b.v';
  Real 'h.t.b.i';
  parameter Real 'h.r.R' = 1.0;
  Real 'h.r.p.v';
  Real 'h.r.p.i';
  Real 'h.r.n.v';
  Real 'h.r.n.i';
  Real 'g.p.v';
  Real 'g.p.i';
  parameter Real 'q.R' = 1.0;
  Real 'q.p.v';
  Real 'q.p.i';
  Real 'q.n.v';
  Real 'q.n.i';
equation
  'h.r.p.v' - 'h.r.n.v' = 'h.r.R'*'h.r.p.i';
  'h.r.p.i' + 'h.r.n.i' = 0.0;
  'g.p.v' = 0.0;
  'q.p.v' - 'q.n.v' = 'q.R'*'q.p.i';
  'q.p.i' + 'q.n.i' = 0.0;
  'h.t.a.v' = 'g.p.v';
  'h.t.a.v' = 'q.n.v';
  'h.t.a.v' = 'h.r.p.v';
  'h.t.a.i' + 'g.p.i' + 'q.n.i' = 0.0;
  -'h.t.a.i' + 'h.r.p.i' = 0.0;
  'h.t.b.v' = 'q.p.v';
  'h.t.b.v' = 'h.r.n.v';
  'h.t.b.i' + 'q.p.i' = 0.0;
  -'h.t.b.i' + 'h.r.n.i' = 0.0;
end ConnectToPartOfConnector;
*/
