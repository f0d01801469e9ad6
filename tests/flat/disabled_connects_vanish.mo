// A connect with any disabled part vanishes; the other side must exist: 4.4.5, 9.3.
// Expected: r.p.v = g.p.v; r.n.v = g.p.v; r.p.i + r.n.i + g.p.i = 0.  Any other use of opt is an
//   error
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
model DisabledConnectsVanish
  parameter Boolean use = false;
  R r;
  R opt if use;
  G g;
equation
  connect(r.p, opt.n);
  connect(opt.p, g.p);
  connect(r.p, g.p);
  connect(r.n, g.p);
end DisabledConnectsVanish;

/* flat
model DisabledConnectsVanish
  final parameter Boolean use = false;
  parameter Real 'r.R' = 1.0;
  Real 'r.p.v';
  Real 'r.p.i';
  Real 'r.n.v';
  Real 'r.n.i';
  Real 'g.p.v';
  Real 'g.p.i';
equation
  'r.p.v' - 'r.n.v' = 'r.R'*'r.p.i';
  'r.p.i' + 'r.n.i' = 0.0;
  'g.p.v' = 0.0;
  'r.p.v' = 'r.n.v';
  'r.p.v' = 'g.p.v';
  'r.p.i' + 'r.n.i' + 'g.p.i' = 0.0;
end DisabledConnectsVanish;
*/
