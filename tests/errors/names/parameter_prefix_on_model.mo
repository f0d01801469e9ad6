model A
  Real x = 1;
end A;
model M
  parameter A a;  // error[E0227]@15: 'a' is a model or block and cannot have prefixes of variables
end M;
