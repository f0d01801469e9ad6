model A
  Real x = 1;
end A;
model Holder
  A a;
end Holder;
model M
  Holder h(redeclare A a);  // error[E0211]@24: 'a' is not replaceable and cannot be redeclared
end M;
