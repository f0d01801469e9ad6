model Part
  outer Integer n;  // error[E0218]@17: 'n' is outer of class 'Integer', but inner of class 'Real'
  Real x = n;
end Part;
model M
  inner Real n = 1;
  Part part;
end M;
