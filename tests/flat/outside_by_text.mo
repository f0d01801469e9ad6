// Inside or outside is decided by the text, before outer is replaced by inner: 9.1.2, 9.2.
// Expected: one set at the top: g.p.i + s.r.p.i + s.q.p.i + t.p.i + t.n.i = 0
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
model Sub
  outer G g;
  R r;
  R q;
equation
  connect(r.p, g.p);
  connect(q.p, g.p);
  connect(r.n, q.n);
end Sub;
model OutsideByText
  inner G g;
  Sub s;
  R t;
equation
  connect(t.p, g.p);
  connect(t.n, g.p);
end OutsideByText;

/* flat
model OutsideByText
  Real 'g.p.v';
  Real 'g.p.i';
  parameter Real 's.r.R' = 1.0;
  Real 's.r.p.v';
  Real 's.r.p.i';
  Real 's.r.n.v';
  Real 's.r.n.i';
  parameter Real 's.q.R' = 1.0;
  Real 's.q.p.v';
  Real 's.q.p.i';
  Real 's.q.n.v';
  Real 's.q.n.i';
  parameter Real 't.R' = 1.0;
  Real 't.p.v';
  Real 't.p.i';
  Real 't.n.v';
  Real 't.n.i';
equation
  'g.p.v' = 0.0;
  's.r.p.v' - 's.r.n.v' = 's.r.R'*'s.r.p.i';
  's.r.p.i' + 's.r.n.i' = 0.0;
  's.q.p.v' - 's.q.n.v' = 's.q.R'*'s.q.p.i';
  's.q.p.i' + 's.q.n.i' = 0.0;
  't.p.v' - 't.n.v' = 't.R'*'t.p.i';
  't.p.i' + 't.n.i' = 0.0;
  'g.p.v' = 's.r.p.v';
  'g.p.v' = 's.q.p.v';
  'g.p.v' = 't.p.v';
  'g.p.v' = 't.n.v';
  'g.p.i' + 's.r.p.i' + 's.q.p.i' + 't.p.i' + 't.n.i' = 0.0;
  's.r.n.v' = 's.q.n.v';
  's.r.n.i' + 's.q.n.i' = 0.0;
end OutsideByText;
*/
