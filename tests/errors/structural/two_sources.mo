connector Pin
  Real v;
  flow Real i;  // error[E0502]: no equation determines 's1.p.i'
end Pin;
model Source
  parameter Real V = 1;
  Pin p, n;
equation
  p.v - n.v = V*sin(time);  // error[E0501]: 2 equations for 's1.p.v'
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model TwoSources
  Source s1, s2(V = 2);
  Ground g;
equation
  connect(s1.p, s2.p);
  connect(s1.n, g.p);
  connect(s2.n, g.p);
end TwoSources;
