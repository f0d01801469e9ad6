model Small
  Real x = 1;
end Small;
model Large
  Real x = 1;
  Real y = 2;
end Large;
model Holder
  replaceable model Part = Large constrainedby Large;
  Part part;
end Holder;
model M
  Holder h(redeclare model Part = Small);  // warning[E0235]@28: 'Part' cannot be of class 'Small': it must be compatible with 'Large'
end M;
