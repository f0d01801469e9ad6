// What has no value in a branch that is not taken disturbs nobody; nor does the branch before an
// event, evaluated just behind it. reference: closed form
// simulate: --stop-time 2
// expect: y(0.5) = 0.70710678118654752 +- 1e-9
// expect: y(2) = 1 +- 1e-9
// expect: n = 7
// expect: k(0.5) = 4
// expect: k = 0
model NoValueInTheOtherBranch
  Real y = if time < 1 then sqrt(1 - time) else time - 1;
  Integer z = if time < 1 then 1 else 0;
  Integer n = if z <> 0 then div(5, z) else 7;
  Integer k = if z <> 0 and div(4, z) > 3 then 4 else 0;
end NoValueInTheOtherBranch;
