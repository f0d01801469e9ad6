model "nameless"  // error[E0101]@7: expected the name of the class instead of a string
  Real x;
end M;
