// Two capacitors in parallel, both with a fixed voltage: the places are those of the values, not of the class that declares v.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Capacitor
  Pin p, n;
  Real v;
equation
  v = p.v - n.v;
  der(v) = p.i;
  p.i + n.i = 0;
end Capacitor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model CapacitorsInParallel
  Capacitor a(v(start = 1, fixed = true));  // error[E0509]@25: 'a.v' starts at 1 and 'b.v', which is equal to it, at 2; both are fixed
  Capacitor b(v(start = 2, fixed = true));  // note[E0509]: 'b.v' starts here
  Ground ground;
equation
  connect(a.p, b.p);
  connect(a.n, ground.p);
  connect(b.n, ground.p);
end CapacitorsInParallel;
