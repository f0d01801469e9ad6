model M
  Real x[2];
  Real y = x[1);  // error[E0106]@15: '[' is closed by ')'
end M;
