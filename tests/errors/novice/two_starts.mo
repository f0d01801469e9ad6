// simulate: --stop-time 1
// The same speed is fixed twice, at two values, in two components that are connected rigidly.
connector Flange
  Real s;
  flow Real f;
end Flange;
model Mass
  Flange flange;
  Real v(start = 0);
equation
  v = der(flange.s);
  der(v) = flange.f;
end Mass;
model TwoStarts
  Mass a(v(start = 1, fixed = true));  // note[E0702]: a.v = 1.0
  Mass b(v(start = 2, fixed = true));  // error[E0702]@20: no consistent start values at time 0: the initial conditions contradict each other // note[E0702]: b.v = 2.0, where the left side is 1 and the right side 2
equation
  connect(a.flange, b.flange);
end TwoStarts;
