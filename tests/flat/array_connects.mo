// Arrays connect elementwise, also through inner arrays: 9.1, 8.3.3.
// Expected: a.p.pin.v = a.r.p.v; a.r.p.i - a.p.pin.i = 0 (2 each); {a.r[1].n, a.r[2].n, a.g.p}
//   one set; a.p.pin.v = s.p.v; ...
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
connector Plug
  parameter Integer m = 3;
  Pin pin[m];
end Plug;
model MR
  parameter Integer m = 2;
  Plug p(final m = m);
  R r[m](R = 1:m);
  G g;
equation
  connect(p.pin, r.p);
  for i in 1:m - 1 loop
    connect(r[i].n, r[i + 1].n);
  end for;
  connect(r[end].n, g.p);
end MR;
model ArrayConnects
  MR a;
  G s[2];
equation
  connect(a.p.pin, s.p);
end ArrayConnects;

/* flat
model ArrayConnects
  final parameter Integer 'a.m' = 2;
  final parameter Integer 'a.p.m' = 2;
  Real 'a.p.pin[1].v';
  Real 'a.p.pin[1].i';
  Real 'a.p.pin[2].v';
  Real 'a.p.pin[2].i';
  parameter Real 'a.r[1].R' = 1.0;
  Real 'a.r[1].p.v';
  Real 'a.r[1].p.i';
  Real 'a.r[1].n.v';
  Real 'a.r[1].n.i';
  parameter Real 'a.r[2].R' = 2.0;
  Real 'a.r[2].p.v';
  Real 'a.r[2].p.i';
  Real 'a.r[2].n.v';
  Real 'a.r[2].n.i';
  Real 'a.g.p.v';
  Real 'a.g.p.i';
  Real 's[1].p.v';
  Real 's[1].p.i';
  Real 's[2].p.v';
  Real 's[2].p.i';
equation
  'a.r[1].p.v' - 'a.r[1].n.v' = 'a.r[1].R'*'a.r[1].p.i';
  'a.r[1].p.i' + 'a.r[1].n.i' = 0.0;
  'a.r[2].p.v' - 'a.r[2].n.v' = 'a.r[2].R'*'a.r[2].p.i';
  'a.r[2].p.i' + 'a.r[2].n.i' = 0.0;
  'a.g.p.v' = 0.0;
  's[1].p.v' = 0.0;
  's[2].p.v' = 0.0;
  'a.p.pin[1].v' = 's[1].p.v';
  'a.p.pin[1].v' = 'a.r[1].p.v';
  'a.p.pin[1].i' + 's[1].p.i' = 0.0;
  -'a.p.pin[1].i' + 'a.r[1].p.i' = 0.0;
  'a.p.pin[2].v' = 's[2].p.v';
  'a.p.pin[2].v' = 'a.r[2].p.v';
  'a.p.pin[2].i' + 's[2].p.i' = 0.0;
  -'a.p.pin[2].i' + 'a.r[2].p.i' = 0.0;
  'a.r[1].n.v' = 'a.r[2].n.v';
  'a.r[1].n.v' = 'a.g.p.v';
  'a.r[1].n.i' + 'a.r[2].n.i' + 'a.g.p.i' = 0.0;
end ArrayConnects;
*/
