// Only one branch of an initial if-equation has the unknown u, and the condition is found at the start.
// reference: with a = 2*b the second branch says 5 = a/2/1.1, so a = 11, b = 5.5, u = 1/(1/a + 1/b)
// expect: a = 11 +- 1e-9
// expect: b = 5.5 +- 1e-9
// expect: u = 3.6666666666666667 +- 1e-9
model ConditionDecidesWhichUnknown
  parameter Real s = 5, r = 2;
  parameter Boolean d(fixed = false);
  parameter Real a(fixed = false, start = 10), b(fixed = false, start = 10), u(fixed = false);
initial equation
  d = s > 10;
  if d then
    u = s;
  else
    s = a/2/(1 + 0.1*a/(2*b));
  end if;
  b = a/r;
  u = 1/(1/a + 1/b);
end ConditionDecidesWhichUnknown;
