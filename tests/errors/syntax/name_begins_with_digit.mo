model M
  Real 2x;  // error[E0112]@8: this is neither a number nor a name
end M;
