package K
  constant Real c = 4;
end K;
model A
  import K.c;
  Real x = c;
end A;
model M
  extends A;
  Real y = c;  // error[E0200]@12: 'c' is not declared
end M;
