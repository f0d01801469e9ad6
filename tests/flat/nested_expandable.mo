// Expandable connectors: union over all joined buses, nested ones included: 9.1.3.
// Expected: bus.sub.x, p.b.x, c.b.sub.x exist and are one set with p.y (source) and c.u;
//   `unused` does not exist
connector RI = input Real;
connector RO = output Real;
expandable connector Sub
end Sub;
expandable connector Bus
  Sub sub;
  Real unused;
end Bus;
model P
  Sub b;
  RO y = time;
equation
  connect(y, b.x);
end P;
model C
  Bus b;
  RI u;
equation
  connect(b.sub.x, u);
end C;
model NestedExpandable
  Bus bus;
  P p;
  C c;
equation
  connect(bus.sub, p.b);
  connect(bus, c.b);
end NestedExpandable;

/* flat
model NestedExpandable
  Real 'p.y';
  Real 'c.u';
  Real 'p.b.x';
  Real 'c.b.sub.x';
  Real 'bus.sub.x';
equation
  'p.y' = time;
  'p.y' = 'p.b.x';
  'c.u' = 'c.b.sub.x';
  'p.b.x' = 'c.b.sub.x';
  'p.b.x' = 'bus.sub.x';
end NestedExpandable;
*/
