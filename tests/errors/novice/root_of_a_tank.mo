// simulate: --stop-time 3
// The outflow of a tank that runs dry: its level passes zero, and the root has no value behind it. The operation is told with what it was given.
model Tank
  Real level(start = 1, fixed = true), outflow;
equation
  der(level) = -0.5;
  outflow = sqrt(level);  // error[E0710]@3: stopped at time 2
end Tank;
