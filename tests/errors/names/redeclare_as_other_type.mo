// 7.3.2: without a constraining clause the first declaration is the constraint.
model Base
  replaceable Real x = 1;
end Base;

model RedeclareAsOtherType
  Base b(redeclare String x = "one"); // error[E0235]@27: 'x' cannot be of class 'String': it must be compatible with 'Real'
end RedeclareAsOtherType;
