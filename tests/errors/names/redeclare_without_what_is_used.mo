// A class without an element of the constraining one is taken with a warning (7.3.2); whoever needs
// that element is told so.
model Small
  Real x = 1;
end Small;
model Large
  Real x = 1;
  Real y = 2;
end Large;
model Holder
  replaceable Large part;
  Real z = part.y;  // error[E0201]@17: model 'Small' has no element 'y'
end Holder;
model M
  Holder h(redeclare Small part);  // warning[E0235]@28: 'part' cannot be of class 'Small': it must be compatible with 'Large'
end M;
