partial model M  // error[E0003]@15: 'M' is partial and cannot be simulated, and the file has no other model
  Real x;
end M;
