model M
  Real x = f(a = 1, 2);  // error[E0101]@21: an argument without a name cannot follow a named one
end M;
