model M
  Real x[3] = {1, 2, 3};
  Real y = x(1);  // error[E0309]@12: 'x' is no function
end M;
