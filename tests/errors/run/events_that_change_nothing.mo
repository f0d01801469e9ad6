// simulate: --stop-time 0.1
// A diode without resistance and leak, in series with a coil: at the end of the half wave the current
// would stay at zero, and nothing says which branch holds there.
model EventsThatChangeNothing
  Real s(start = 0), u, i(start = 0, fixed = true);
  Boolean off(start = true);
equation
  off = s < 0;  // error[E0705]: 1000 events between time
  u = s*(if off then 1 else 0);
  i = s*(if off then 0 else 1);
  0.1*der(i) = 10*sin(314.159265358979*time) - u;
end EventsThatChangeNothing;
