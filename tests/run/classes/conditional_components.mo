// A component whose condition is true may be used like any other; one whose condition is false leaves nothing behind,
// neither its modifiers nor its connections (specification 4.4.5).
// expect: y(1) = 2
// expect: z(1) = 3
model ConditionalComponents
  model Gain
    input Real u;
    Real y = 3*u;
  end Gain;
  parameter Boolean on = true;
  Real x = time if on;
  Gain used(u = x) if on;
  Gain gone(u = missing) if not on;
  Real missing = 5 if not on;
  Real y = 2*x;
  Real z = used.y;
end ConditionalComponents;
