record A
  Real x;
end A;
record B
  Real x;
  Real y;
end B;
model M
  A a(x = 1);
  B b = a;  // error[E0301]@9: the value of 'b' is of type 'A' and has no member 'y'
end M;
