model M
  paramter Real p = 1;  // error[E0101]@3: 'paramter' is not a word of the language
  Real x = p;
end M;
