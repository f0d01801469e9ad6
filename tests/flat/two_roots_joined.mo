// Two roots joined: one optional edge becomes equalityConstraint, here of size 0: 9.4.2.
// Expected: one of s.p.g = z.p.g, t.p.g = z.n.g is dropped (0 equations instead); v and i of
//   both connections stay
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
  QPin p, n;
equation
  Connections.branch(p.g, n.g);
  p.g = n.g;
  p.i + n.i = 0;
  p.v - n.v = p.i;
end Z;
model TwoRootsJoined
  S s, t;
  Z z;
equation
  connect(s.p, z.p);
  connect(t.p, z.n);
end TwoRootsJoined;

/* flat
model TwoRootsJoined
  Real 's.p.g';
  Real 's.p.v';
  Real 's.p.i';
  Real 't.p.g';
  Real 't.p.v';
  Real 't.p.i';
  Real 'z.p.g';
  Real 'z.p.v';
  Real 'z.p.i';
  Real 'z.n.g';
  Real 'z.n.v';
  Real 'z.n.i';
equation
  's.p.g' = time;
  's.p.v' = 1.0;
  't.p.g' = time;
  't.p.v' = 1.0;
  'z.p.g' = 'z.n.g';
  'z.p.i' + 'z.n.i' = 0.0;
  'z.p.v' - 'z.n.v' = 'z.p.i';
  's.p.g' = 'z.p.g';
  's.p.v' = 'z.p.v';
  's.p.i' + 'z.p.i' = 0.0;
  't.p.v' = 'z.n.v';
  't.p.i' + 'z.n.i' = 0.0;
end TwoRootsJoined;
*/
