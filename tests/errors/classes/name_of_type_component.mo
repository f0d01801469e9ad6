model M
  Real Boolean = 3;  // error[E0238]: 'Boolean' is the name of a predefined type
end M;
