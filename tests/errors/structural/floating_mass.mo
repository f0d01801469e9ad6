connector Flange
  Real s;
  flow Real f;
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
  connect(a.flange, b.flange);  // error[E0501]: 'a' and 'b' both determine what is connected here: two sources against each other, or a short circuit; something must be between them
end FloatingMass;
