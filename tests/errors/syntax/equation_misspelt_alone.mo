model M
  Real x;
equaton  // error[E0101]: 'equaton' is not a word of the language
  x = 1;
end M;
