type E = enumeration(a, 1, c);  // error[E0101]: expected the name of a literal instead of '1'
