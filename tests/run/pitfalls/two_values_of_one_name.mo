// Both relations read the u that is valid at their place in the algorithm.
// expect: event 1 = 1 +- 1e-9
// expect: event 2 = 2 +- 1e-9
// expect: s(0.5) = 0
// expect: s(1.5) = 1
// expect: s(2.5) = 2
model TwoValuesOfOneName
  Real u, s;
algorithm
  u := time - 1;
  s := if u > 0 then 1 else 0;
  u := time - 2;
  s := if u > 0 then s + 1 else s;
  annotation(experiment(StopTime = 3, Interval = 0.5));
end TwoValuesOfOneName;
