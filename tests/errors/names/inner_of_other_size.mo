model Part
  outer Real p[6];  // error[E0218]@14: 'p' is outer with 6 elements, but inner with 10
  Real x = p[5];
end Part;
model M
  inner Real p[10] = zeros(10);
  Part part;
end M;
