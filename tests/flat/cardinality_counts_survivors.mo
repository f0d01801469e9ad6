// Cardinality counts connects that survive; it may not steer connects: 3.7.4.3.
// Expected: b.n.v = 0 and b.n.i = 0 (c is gone); no such equation for a
connector Pin
  Real v;
  flow Real i;
end Pin;
model G
  Pin p;
equation
  p.v = 0;
end G;
model M
  Pin p, n;
equation
  if cardinality(n) == 0 then
    n.v = 0;
  end if;
  p.v - n.v = p.i;
  p.i + n.i = 0;
end M;
model CardinalityCountsSurvivors
  G g;
  M a, b;
  parameter Boolean k = false;
  G c if k;
equation
  connect(g.p, a.p);
  connect(a.n, b.p);
  connect(b.n, c.p);
end CardinalityCountsSurvivors;

/* flat
model CardinalityCountsSurvivors
  Real 'g.p.v';
  Real 'g.p.i';
  Real 'a.p.v';
  Real 'a.p.i';
  Real 'a.n.v';
  Real 'a.n.i';
  Real 'b.p.v';
  Real 'b.p.i';
  Real 'b.n.v';
  Real 'b.n.i';
  final parameter Boolean k = false;
equation
  'g.p.v' = 0.0;
  'a.p.v' - 'a.n.v' = 'a.p.i';
  'a.p.i' + 'a.n.i' = 0.0;
  'b.n.v' = 0.0;
  'b.p.v' - 'b.n.v' = 'b.p.i';
  'b.p.i' + 'b.n.i' = 0.0;
  'g.p.v' = 'a.p.v';
  'g.p.i' + 'a.p.i' = 0.0;
  'a.n.v' = 'b.p.v';
  'a.n.i' + 'b.p.i' = 0.0;
  'b.n.i' = 0.0;
end CardinalityCountsSurvivors;
*/
