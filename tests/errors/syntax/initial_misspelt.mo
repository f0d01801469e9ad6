model M
  Real x;
inital equation  // error[E0101]: 'inital' is not a word of the language
  x = 1;
equation
  der(x) = 1;
end M;
