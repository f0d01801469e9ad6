model A
  replaceable Real x = 2;
end A;
model M
  extends A;
protected
  redeclare Real x = 3;  // error[E0225]@18: 'x' is inherited public and cannot be redeclared protected
end M;
