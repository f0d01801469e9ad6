modle M  // error[E0101]@1: 'modle' is not a word that begins a class
  Real x;
end M;
