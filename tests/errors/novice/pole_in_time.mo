// simulate: --stop-time 1
// A pole at half a second that an event time meets exactly.
model PoleInTime
  Real y;
equation
  y = 1/(time - 0.5);  // error[E0710]@3: stopped at time 0.5, since when a value is not a finite number: 'y' = inf
end PoleInTime;
