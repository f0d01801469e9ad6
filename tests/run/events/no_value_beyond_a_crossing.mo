// No states, and steps from output to output: behind the crossing of a branch that is still in force the condition for w has no value.
// z is at most 0.5, from arcsin(0.5) on, so y ends at 0.1^0.3.
// simulate: --intervals 2 --stop-time 1.5
// expect: y = 0.501187233627272 +- 1e-12
// expect: w = 1 +- 0
model M
  Real a = sin(time), z = if a <= 0.5 then a else 0.5;
  Real y = (0.6 - z)^0.3;
  Real w = if y > 0.2 then 1 else 2;
end M;
