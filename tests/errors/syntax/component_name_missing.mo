model M
  Real (start = 1);  // error[E0101]@8: expected the name of a component instead of '('
  Real y;
end M;
