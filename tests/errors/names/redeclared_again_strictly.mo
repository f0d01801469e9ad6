// check: --strict
// To the same class, too.
model One
  Real x = 1;
end One;
model A
  replaceable One m;
end A;
model B
  extends A(redeclare One m);
end B;
model M
  B b(redeclare One m);  // error[E0211]@21: 'm' is not replaceable any more and cannot be redeclared
end M;
