// Two ideal switches in series open at time 1: nothing determines the node between them any more, it
// keeps its value. reference: 10*0.5 from the resistors of 1 Ohm before.
// expect: i(0.5) = 5 +- 1e-9
// expect: i(1.5) = 0 +- 1e-9
// expect: vn(1.5) = 5 +- 1e-9
// expect: x(2.0) = 5 +- 1e-6
model TwoOpenSwitches
  Boolean open = time >= 1;
  Real s1, s2, vn(start = 0), i, x(start = 0, fixed = true);
equation
  10 - vn = (if open then s1 else 0) + (if open then 0 else s1);
  i = if open then 0 else s1;
  vn = (if open then s2 else 0) + (if open then 0 else s2);
  i = if open then 0 else s2;
  der(x) = i;
  annotation(experiment(StopTime = 2, Interval = 0.25));
end TwoOpenSwitches;
