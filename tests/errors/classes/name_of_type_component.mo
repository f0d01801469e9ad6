model M
  Real Boolean = 3;  // error[E0238]: 'Boolean' is a predefined type and cannot be declared again
end M;
