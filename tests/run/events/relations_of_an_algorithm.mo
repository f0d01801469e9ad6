// Each relation of an algorithm looks at the value its variable has there. Reference: by hand.
// simulate: --stop-time 3
// expect: s(0.5) = 0
// expect: s(1.5) = 1
// expect: s(2.5) = 2
// expect: event 1 = 1 +- 1e-9
// expect: event 2 = 2 +- 1e-9
model RelationsOfAnAlgorithm
  Real u;
  Integer s;
algorithm
  u := time - 1;
  s := if u > 0 then 1 else 0;
  u := time - 2;
  s := if u > 0 then s + 1 else s;
end RelationsOfAnAlgorithm;
