model A
  replaceable constant Real x = 1;
end A;
model M
  A a(redeclare Real x = 2);  // error[E0209]@22: 'x' is constant and cannot be redeclared
end M;
