model M
  Real x = p;
protectd  // error[E0101]: 'protectd' is not a word of the language
  parameter Real p = 1;
end M;
