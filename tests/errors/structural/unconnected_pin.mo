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
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model UnconnectedPin
  Source s;
  Resistor r1, r2;  // error[E0502]: in 'r2', a 'Resistor': nothing fixes the level of 'r2.p.v', 'r2.n.v': a ground or another reference is missing, or a connection
  Ground g;
equation
  connect(s.p, r1.p);
  connect(r1.n, g.p);
  connect(s.n, g.p);
end UnconnectedPin;
