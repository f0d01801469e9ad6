// Potentials are equal, flows of a connection set sum to zero, those of unconnected connectors are zero (9.2).
// line: a.p.v = b.n.v
// line: a.p.i + b.n.i = 0.0
// line: a.n.i = 0.0
// line: b.p.i = 0.0
model Joined
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Part
    Pin p, n;
  equation
    p.i + n.i = 0;
    p.v - n.v = p.i;
  end Part;
  Part a, b;
  Real ground = a.n.v;
equation
  connect(a.p, b.n);
  a.n.v = time;
end Joined;
