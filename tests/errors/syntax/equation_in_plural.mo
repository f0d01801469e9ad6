model M
  Real x(start = 1, fixed = true);
equations  // error[E0101]: 'equations' is not a word of the language
  der(x) = 1;
end M;
