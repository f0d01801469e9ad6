connector Pin
  Real v;  // error[E0502]: no equation determines 'a.p.v'
  flow Real i;
end Pin;
model CurrentSource
  parameter Real I = 1;
  Pin p, n;
equation
  p.i = I*sin(time);  // error[E0501]: 2 equations for 'a.p.i'
  p.i + n.i = 0;
end CurrentSource;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model CurrentSourcesInSeries
  CurrentSource a, b(I = 2);
  Ground g;
equation
  connect(a.p, b.n);
  connect(a.n, g.p);
  connect(b.p, g.p);
end CurrentSourcesInSeries;
