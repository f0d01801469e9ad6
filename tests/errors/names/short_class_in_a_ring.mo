package P
  model A = B;  // error[E0205]@9: the class 'A' is defined by itself
  model B = A;
end P;
model M
  P.A a;
end M;
