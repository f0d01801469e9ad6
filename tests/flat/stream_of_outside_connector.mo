// InStream of an outside connector belongs to the set one level up: 15.2.
// Expected: b.s.hin = a.o.h; b.s.ha = if b.s.o.m > 0 then a.o.h else b.s.o.h; b.c.h = b.s.o.h;
//   no equation h = h for inside pairs
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Src
  Port o;
equation
  o.p = 2;
  o.h = 100;
end Src;
model Snk
  Port o;
  Real hin = inStream(o.h);
  Real ha = actualStream(o.h);
equation
  o.m = 1;
  o.h = 7;
end Snk;
model Box
  Port c;
  Snk s;
equation
  connect(c, s.o);
end Box;
model StreamOfOutsideConnector
  Src a;
  Box b;
equation
  connect(a.o, b.c);
end StreamOfOutsideConnector;

/* flat
model StreamOfOutsideConnector
  Real 'a.o.p';
  Real 'a.o.m';
  Real 'a.o.h';
  Real 'b.c.p';
  Real 'b.c.m';
  Real 'b.c.h';
  Real 'b.s.o.p';
  Real 'b.s.o.m';
  Real 'b.s.o.h';
  Real 'b.s.hin';
  Real 'b.s.ha';
equation
  'b.s.hin' = 'a.o.h';
  'b.s.ha' = if 'b.s.o.m' > 0.0 then 'a.o.h' else 'b.s.o.h';
  'a.o.p' = 2.0;
  'a.o.h' = 100.0;
  'b.s.o.m' = 1.0;
  'b.s.o.h' = 7.0;
  'a.o.p' = 'b.c.p';
  'a.o.m' + 'b.c.m' = 0.0;
  'b.c.p' = 'b.s.o.p';
  -'b.c.m' + 'b.s.o.m' = 0.0;
  'b.c.h' = 'b.s.o.h';
end StreamOfOutsideConnector;
*/
