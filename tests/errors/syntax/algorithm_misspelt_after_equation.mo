model M
  Real x, y;
equation
  x = 1;
algoritm  // error[E0101]: 'algoritm' is not a word of the language
  y := 2;
protectd  // error[E0101]: 'protectd' is not a word of the language
  parameter Real p = 1;
end M;
