// check: --strict
model A
  Real x = 2;
end A;
model B
protected
  extends A;
end B;
model M
  B b;
  Real y = b.x;  // error[E0203]@14: 'x' is protected in 'B'
end M;
