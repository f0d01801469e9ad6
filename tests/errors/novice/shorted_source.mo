// Both ends of a source end at the same node.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  parameter Real U = 5;
  Pin p, n;
equation
  p.v - n.v = U;
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model ShortedSource
  Source source;  // error[E0501]: in 'source', a 'Source': the ends of 'source' are connected with each other, which contradicts what it says of the difference between them
  Ground ground;
equation
  connect(source.p, ground.p);
  connect(source.n, ground.p);
end ShortedSource;
