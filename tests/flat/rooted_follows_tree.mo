// Rooted needs the orientation of the tree, not only its roots: 9.4.1.
// Expected: x.a.g = x.b.g/2; y.b.g = 2*y.a.g
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
model S
  QPin p;
equation
  Connections.root(p.g);
  p.g = time;
  p.v = 1;
end S;
model Z
  QPin a, b;
equation
  Connections.branch(a.g, b.g);
  a.i + b.i = 0;
  a.v = b.v + a.i;
  if Connections.rooted(a.g) then
    b.g = 2*a.g;
  else
    a.g = b.g/2;
  end if;
end Z;
model RootedFollowsTree
  S s;
  Z x, y;
equation
  connect(s.p, x.b);
  connect(x.a, y.a);
end RootedFollowsTree;

/* flat
model RootedFollowsTree
  Real 's.p.g';
  Real 's.p.v';
  Real 's.p.i';
  Real 'x.a.g';
  Real 'x.a.v';
  Real 'x.a.i';
  Real 'x.b.g';
  Real 'x.b.v';
  Real 'x.b.i';
  Real 'y.a.g';
  Real 'y.a.v';
  Real 'y.a.i';
  Real 'y.b.g';
  Real 'y.b.v';
  Real 'y.b.i';
equation
  's.p.g' = time;
  's.p.v' = 1.0;
  'x.a.i' + 'x.b.i' = 0.0;
  'x.a.v' = 'x.b.v' + 'x.a.i';
  'x.a.g' = 'x.b.g'/2.0;
  'y.a.i' + 'y.b.i' = 0.0;
  'y.a.v' = 'y.b.v' + 'y.a.i';
  'y.b.g' = 2.0*'y.a.g';
  's.p.g' = 'x.b.g';
  's.p.v' = 'x.b.v';
  's.p.i' + 'x.b.i' = 0.0;
  'x.a.g' = 'y.a.g';
  'x.a.v' = 'y.a.v';
  'x.a.i' + 'y.a.i' = 0.0;
  'y.b.i' = 0.0;
end RootedFollowsTree;
*/
