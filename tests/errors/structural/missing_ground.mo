connector Pin
  Real v;  // error[E0502]: only 2 equations for 's.p.v', 's.p.i' and 's.n.v'
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
  Source s;
  Resistor r;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);  // error[E0501]: this connection says nothing new: what it relates is determined already
end MissingGround;
