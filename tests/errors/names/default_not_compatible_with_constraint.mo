model Small
  Real x = 1;
end Small;
model Large
  Real x = 1;
  Real y = 2;
end Large;
model M
  replaceable Small part constrainedby Large;  // warning[E0235]@21: 'part' cannot be of class 'Small': it must be compatible with 'Large'
end M;
