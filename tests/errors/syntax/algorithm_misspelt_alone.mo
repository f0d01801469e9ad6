model M
  Real x;
algoritm  // error[E0101]: 'algoritm' is not a word of the language
  x := 1;
end M;
