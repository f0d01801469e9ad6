// A shaft between two walls: what stands between them passes the angle on, the walls decide about it.
connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Wall
  parameter Real phi0 = 0;
  Flange flange;
equation
  flange.phi = phi0;
end Wall;
model Shaft
  Flange a, b;
  Real phi, w;
equation
  phi = a.phi;
  phi = b.phi;
  w = der(phi);
  der(w) = a.tau + b.tau;
end Shaft;
model WallsOnBothSides
  Wall left, right(phi0 = 1);
  Shaft shaft;
equation
  connect(left.flange, shaft.a);
  connect(right.flange, shaft.b);  // error[E0501]: 'right' and 'left' both determine what is connected here: two sources against each other, or a short circuit; something must be between them
end WallsOnBothSides;
