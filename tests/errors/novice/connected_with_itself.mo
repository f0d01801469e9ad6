// A slip of the pointer: both ends are the same pin, and nothing carries the current away.
// Arrays without elements are not the same thing: there is nothing to connect.
connector Signal = Real;
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
  Signal a[0], b[0];
equation
  connect(a, b);
  connect(source.p, load.p);
  connect(load.n, load.n);  // warning[E0414]@3: 'load.n' is connected with itself, which does nothing
  connect(source.n, ground.p);
end ConnectedWithItself;
