// Two open switches leave the node between them without an equation: any voltage is right, and the
// run goes on. Reference: by hand.
// simulate: --stop-time 2
// expect: v(0.5) = 10 +- 1e-9
// expect: i(1.5) = 0 +- 1e-12
// expect: v(1.5) = 5 +- 5
model OpenSwitchesInSeries
  Boolean open = time >= 1;
  Real s1, s2, v, i;
equation
  10 - v = if open then s1 else 0;
  i = if open then 0 else s1;
  v - 0 = if open then s2 else 5*i;
  i = if open then 0 else s2;
end OpenSwitchesInSeries;
