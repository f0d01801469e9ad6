// Three ports: min/max of the flow decide who mixes: 15.2.
// Expected: b.hin = a.o.h and c.hin = a.o.h: sinks cannot feed.  Without min/max: quotient of
//   sums over the others with positiveMax
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Src
  Port o(m(max = 0));
equation
  o.p = 2;
  o.h = 100;
end Src;
model Snk
  Port o(m(min = 0));
  Real hin = inStream(o.h);
  parameter Real k;
equation
  o.m = k;
  o.h = 7;
end Snk;
model StreamLimitsDecide
  Src a;
  Snk b(k = 1), c(k = 2);
equation
  connect(a.o, b.o);
  connect(b.o, c.o);
end StreamLimitsDecide;

/* flat
model StreamLimitsDecide
  Real 'a.o.p';
  Real 'a.o.m'(max = 0.0);
  Real 'a.o.h';
  Real 'b.o.p';
  Real 'b.o.m'(min = 0.0);
  Real 'b.o.h';
  Real 'b.hin';
  parameter Real 'b.k' = 1.0;
  Real 'c.o.p';
  Real 'c.o.m'(min = 0.0);
  Real 'c.o.h';
  Real 'c.hin';
  parameter Real 'c.k' = 2.0;
equation
  'b.hin' = 'a.o.h';
  'c.hin' = 'a.o.h';
  'a.o.p' = 2.0;
  'a.o.h' = 100.0;
  'b.o.m' = 'b.k';
  'b.o.h' = 7.0;
  'c.o.m' = 'c.k';
  'c.o.h' = 7.0;
  'a.o.p' = 'b.o.p';
  'a.o.p' = 'c.o.p';
  'a.o.m' + 'b.o.m' + 'c.o.m' = 0.0;
end StreamLimitsDecide;
*/
