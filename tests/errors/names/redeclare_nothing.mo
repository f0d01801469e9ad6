model A
  Real x = 1;
end A;
model M
  extends A;
  redeclare Real z = 2;  // error[E0210]@18: 'M' inherits no element 'z' to redeclare
end M;
