connector Flange
  Real s;
  flow Real f;  // error[E0502]: no equation determines 'a.flange.f'
end Flange;
model Mass
  Flange flange;
  Real v(start = 0, fixed = true);
equation
  v = der(flange.s);
  der(v) = flange.f;
end Mass;
model Fixed
  Flange flange;
equation
  flange.s = 0;
end Fixed;
model FloatingMass
  Mass m;
  Fixed a, b;
equation
  connect(a.flange, b.flange);  // error[E0501]: this connection says nothing new: what it relates is determined already
end FloatingMass;
