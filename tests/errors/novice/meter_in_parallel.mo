// An ammeter has no resistance: beside the source it is a short circuit.
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
model Resistor
  Pin p, n;
equation
  p.v - n.v = 10*p.i;
  p.i + n.i = 0;
end Resistor;
model Ammeter
  Pin p, n;
  Real i = p.i;
equation
  p.v = n.v;
  p.i + n.i = 0;
end Ammeter;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model MeterInParallel
  Source battery;  // error[E0501]: in 'battery', a 'Source': the ends of 'battery' are connected with each other through 'meter', which contradicts what it says of the difference between them
  Resistor load;
  Ammeter meter;
  Ground ground;
equation
  connect(battery.p, load.p);
  connect(battery.n, load.n);
  connect(battery.n, ground.p);
  connect(meter.p, battery.p);
  connect(meter.n, battery.n);
end MeterInParallel;
