connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;
model Source
  Pin p, n;
equation
  p.v - n.v = sin(time);
  p.i + n.i = 0;
end Source;
model MissingGround
  Source s;  // error[E0502]: in 's', a 'Source': nothing fixes the level of 's.p.v', 's.n.v', 'r.p.v', 'r.n.v': a ground or another reference is missing, or a connection
  Resistor r;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
end MissingGround;
