// Sums and products are those of arrays (10.3.4): of one number a warning, and an error with --strict.
model M
  parameter Real a = sum(3);  // warning[E0303]@22: 'sum' is for arrays (10.3.4), but its argument is one number
  Real x = product(a*time);  // warning[E0303]: 'product' is for arrays (10.3.4), but its argument is one number
  Real y = sum("3");  // error[E0303]: 'sum' is not defined
end M;
