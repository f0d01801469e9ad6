// An if-equation with a condition that varies has as many equations in each branch, and is as many equations (8.3.4): an
// unknown on the left of all branches keeps its place there.
// line: y = if (x > 0.5) then 2.0*x else 3.0*x
// line: z = if (x > 0.5) then 1.0 else 4.0
// count in equations: 1 y =
model IfEquations
  Real x = time, y, z;
equation
  if x > 0.5 then
    y = 2*x;
    z = 1;
  else
    z = 4;
    y = 3*x;
  end if;
end IfEquations;
