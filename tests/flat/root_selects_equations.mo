// IsRoot is known only after the graph; it selects equations: 9.4.1.
// Expected: b is root (lowest number): b.p.g = 0; a.p.g = b.p.g; nothing from a
type Ref
  extends Real;
  function equalityConstraint
    input Ref a;
    input Ref b;
    output Real r[0];
  algorithm
  end equalityConstraint;
end Ref;
connector QPin
  Ref g;
  Real v;
  flow Real i;
end QPin;
model B
  parameter Integer prio = 0;
  QPin p;
equation
  Connections.potentialRoot(p.g, prio);
  if Connections.isRoot(p.g) then
    p.g = 0;
  end if;
  p.i = p.v;
end B;
model RootSelectsEquations
  B a(prio = 5), b;
equation
  connect(a.p, b.p);
end RootSelectsEquations;

/* flat
model RootSelectsEquations
  final parameter Integer 'a.prio' = 5;
  Real 'a.p.g';
  Real 'a.p.v';
  Real 'a.p.i';
  final parameter Integer 'b.prio' = 0;
  Real 'b.p.g';
  Real 'b.p.v';
  Real 'b.p.i';
equation
  'a.p.i' = 'a.p.v';
  'b.p.g' = 0.0;
  'b.p.i' = 'b.p.v';
  'a.p.g' = 'b.p.g';
  'a.p.v' = 'b.p.v';
  'a.p.i' + 'b.p.i' = 0.0;
end RootSelectsEquations;
*/
