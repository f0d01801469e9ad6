connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  parameter Real V = 1;
  Pin p, n;
equation
  p.v - n.v = V*sin(time);
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model TwoSources
  Source s1, s2(V = 2);  // error[E0501]: in 's2', a 'Source': 's1' determines 's1.p.v', too: two sources against each other, or a short circuit; something must be between them
  Ground g;
equation
  connect(s1.p, s2.p);
  connect(s1.n, g.p);
  connect(s2.n, g.p);
end TwoSources;
