// 4.4.5: a redeclaration has no condition, it keeps that of the first declaration.
model Base
  replaceable Real x = 1;
end Base;

model RedeclareWithCondition
  extends Base;
  redeclare Real x = 2 if true; // error[E0225]@27: a redeclaration has no condition: 'x' keeps that of its first declaration
end RedeclareWithCondition;
