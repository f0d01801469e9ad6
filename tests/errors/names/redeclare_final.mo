model A
  final replaceable Real x = 2;
end A;
model M
  extends A;
  redeclare Real x = 3;  // error[E0209]@18: 'x' is final and cannot be redeclared
end M;
