connector Pin
  Real v;
  flow Real i;
end Pin;
model CurrentSource
  parameter Real I = 1;
  Pin p, n;
equation
  p.i = I*sin(time);
  p.i + n.i = 0;
end CurrentSource;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model CurrentSourcesInSeries
  CurrentSource a, b(I = 2);  // error[E0501]: in 'b', a 'CurrentSource': 'a' determines 'a.p.i', too: two sources in series; something must be connected beside them
  Ground g;
equation
  connect(a.p, b.n);
  connect(a.n, g.p);
  connect(b.p, g.p);
end CurrentSourcesInSeries;
