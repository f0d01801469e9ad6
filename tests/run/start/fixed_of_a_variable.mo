// fixed = false of a variable says nothing about its equation: a = 3*A holds, and what needs a comes after it.
// reference: 3*2 = 6, 6/10 = 0.6
// expect: a = 6
// expect: q = 0.6
model FixedOfAVariable
  Real a(fixed = false);
  Real q = a/10;
  parameter Real A = 2;
equation
  a = 3*A;
end FixedOfAVariable;
