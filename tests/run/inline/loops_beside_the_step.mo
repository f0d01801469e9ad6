// Loops that feed no state, beside a step that is made from the equations as they are written. By hand: x = 1 + t by
// backward Euler exactly, y the cube root of x, z + z^3 = 2 at z = 1.
// simulate: --inline backward-euler --step 0.01 --direct
// expect: x(1) = 2 +- 1e-12
// expect: y(1) = 1.2599210498948732 +- 1e-12
// expect: z(1) = 1 +- 1e-12
model LoopsBesideTheStep
  Real x(start = 1, fixed = true), y(min = 1), z;
equation
  der(x) = 1;
  y^3 = x;
  z + z^3 = if time > 1.5 then -2 else 2;
end LoopsBesideTheStep;
