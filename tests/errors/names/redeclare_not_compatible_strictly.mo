// check: --strict
model Small
  Real x = 1;
end Small;
model Large
  Real x = 1;
  Real y = 2;
end Large;
model Holder
  replaceable Large part;
end Holder;
model M
  Holder h(redeclare Small part);  // error[E0235]@28: 'part' cannot be of class 'Small': it must be compatible with 'Large'
end M;
