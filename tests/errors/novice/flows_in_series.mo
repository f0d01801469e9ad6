// Two current sources in one branch: the connection between them is where both determine the flow.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Current
  parameter Real I = 1;
  Pin p, n;
equation
  p.i = I;
  p.i + n.i = 0;
end Current;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model FlowsInSeries
  Current a, b(I = 2);
  Ground ground;
equation
  connect(a.p, b.n);  // error[E0501]: 'a' and 'b' both determine the flow through this connection: two sources in series
  connect(b.p, ground.p);
  connect(a.n, ground.p);
end FlowsInSeries;
