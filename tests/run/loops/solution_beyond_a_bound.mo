// min says what a model expects, not what its equations have: where these lead out of the bounds the
// run goes on, with a warning. Reference: y + y^3 = 1 - time, y = -1 at time 3; z has a jump there.
// simulate: --stop-time 4
// expect: y(3) = -1 +- 1e-5
// expect: z(0.5) = 1 +- 1e-5
// expect: z(2) = -1 +- 1e-5
model SolutionBeyondABound
  Real x(start = 1, fixed = true);
  Real y(min = 0, start = 1), z(min = 0, start = 1);
equation
  der(x) = -1;
  y + y^3 = x;
  z + z^3 = if time > 1.5 then -2 else 2;
end SolutionBeyondABound;
