model M
  Boolean b(unit = "m") = true;  // error[E0207]@13: 'Boolean' has no element 'unit' to modify
end M;
