// A slip of the pointer: both ends are the same pin, and nothing carries the current away.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p, n;
equation
  p.v - n.v = 10*p.i;
  p.i + n.i = 0;
end Resistor;
model Source
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model ConnectedWithItself
  Source source;
  Resistor load;
  Ground ground;
equation
  connect(source.p, load.p);
  connect(load.n, load.n);  // warning[E0414]@3: 'load.n' is connected with itself, which does nothing
  connect(source.n, ground.p);
end ConnectedWithItself;
