model ProductOfUnlikeMatrices
  Real a[2, 3] = ones(2, 3);
  Real b[2, 2];
equation
  b = a*a;  // error[E0302]: '*' is not defined for the types 'Real[2, 3]' and 'Real[2, 3]': the inner
end ProductOfUnlikeMatrices;
