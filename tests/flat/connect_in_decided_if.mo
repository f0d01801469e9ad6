// Connect inside a decided if-equation: 8.3.3.
// Expected: l.u = l.y; byp frozen.  A condition with cardinality or isRoot is an error here
connector RI = input Real;
connector RO = output Real;
block L
  parameter Boolean byp = true;
  RI u;
  RO y;
equation
  if byp then
    connect(u, y);
  else
    y = 2*u;
  end if;
end L;
model ConnectInDecidedIf
  L l;
equation
  l.u = time;
end ConnectInDecidedIf;

/* flat
model ConnectInDecidedIf
  final parameter Boolean 'l.byp' = true;
  Real 'l.u';
  Real 'l.y';
equation
  'l.u' = time;
  'l.u' = 'l.y';
end ConnectInDecidedIf;
*/
