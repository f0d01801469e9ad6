// An extends clause can leave out components and connections: 7.4.
// Expected: no resistor r, no connect(a.p, b.p); the pins a.p and c.p make one set
connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin p;
equation
  p.v = 1;
end Part;
model Base
  Part a, b;
  Part r;
equation
  connect(a.p, b.p);
  connect(r.p, b.p);
end Base;
model Load
  Pin p;
equation
  p.i = 1;
end Load;
model DeselectedElements
  extends Base(break connect(a.p, b.p), break r, break connect(r.p, b.p));
  Load c;
equation
  connect(a.p, c.p);
end DeselectedElements;

/* flat
model DeselectedElements
  Real 'a.p.v';
  Real 'a.p.i';
  Real 'b.p.v';
  Real 'b.p.i';
  Real 'c.p.v';
  Real 'c.p.i';
equation
  'a.p.v' = 1.0;
  'b.p.v' = 1.0;
  'c.p.i' = 1.0;
  'a.p.v' = 'c.p.v';
  'a.p.i' + 'c.p.i' = 0.0;
  'b.p.i' = 0.0;
end DeselectedElements;
*/
