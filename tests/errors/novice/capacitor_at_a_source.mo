// simulate: --stop-time 1
// The source decides about the voltage at every instant, the first one, too.
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
model Capacitor
  Pin p, n;
  Real v;
equation
  v = p.v - n.v;
  p.i = der(v);
  p.i + n.i = 0;
end Capacitor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model CapacitorAtASource
  Source battery(U = 12);  // note[E0702]: 'battery.U' is 12 here
  Capacitor c(v(start = 0, fixed = true));  // error[E0702]: no consistent start values at time 0: an initial condition contradicts the equations
  Ground ground;
equation
  connect(battery.p, c.p);
  connect(battery.n, c.n);
  connect(ground.p, c.n);
end CapacitorAtASource;
