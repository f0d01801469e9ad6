model AddUnlikeSizes
  Real a[2] = {1, 2};
  Real b[3] = {1, 2, 3};
  Real c[3];
equation
  c = a + b;  // error[E0302]: '+' is not defined for the types 'Real[2]' and 'Real[3]': the sizes of the
end AddUnlikeSizes;
