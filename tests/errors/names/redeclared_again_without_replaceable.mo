// check: --strict
model One
  Real x = 1;
end One;
model Two
  extends One;
end Two;
model A
  replaceable One m;
end A;
model B
  extends A(redeclare One m);
end B;
model M
  B b(redeclare Two m);  // error[E0211]@21: 'm' is not replaceable any more and cannot be redeclared
end M;
