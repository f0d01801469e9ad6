// A transformer parts the circuit in two: each side needs a reference.
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end TwoPin;
model Source
  extends TwoPin;
equation
  v = 5;
end Source;
model Resistor
  extends TwoPin;
equation
  v = 10*i;
end Resistor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Transformer
  Pin p1, n1, p2, n2;
  Real v1, v2, dv;
equation
  v1 = p1.v - n1.v;
  v2 = p2.v - n2.v;
  dv = 3*der(p1.i) - der(p2.i);
  v1 = 2*der(p1.i) + der(p2.i);
  v2 = v1 - dv;
  p1.i + n1.i = 0;
  p2.i + n2.i = 0;
end Transformer;
model IslandWithoutGround
  Source source;
  Transformer transformer;  // error[E0502]: in 'transformer', a 'Transformer': nothing fixes the level of 'transformer.p2.v', 'transformer.n2.v', 'load.p.v', 'load.n.v': a ground
  Resistor load;
  Ground ground;
  Real peak;
  discrete Real first(start = 0, fixed = true);
algorithm
  peak := 0;
  if source.v > 3 then
    peak := source.v;
  end if;
equation
  when source.i > 1 then
    first = time;
  end when;
  connect(source.p, transformer.p1);
  connect(source.n, transformer.n1);
  connect(ground.p, source.n);
  connect(transformer.p2, load.p);
  connect(transformer.n2, load.n);
end IslandWithoutGround;
